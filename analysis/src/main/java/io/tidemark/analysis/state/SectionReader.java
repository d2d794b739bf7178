package io.tidemark.analysis.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads sections written by {@link SectionWriter}, in any order. */
public final class SectionReader {

  private final Map<String, byte[]> sections = new LinkedHashMap<>();
  private final List<String> restarted = new ArrayList<>();

  /**
   * Reads all sections of a part.
   *
   * @param version of the section layout
   * @throws OtherVersion if the layout has another version
   */
  public SectionReader(byte[] part, int version) {
    PartReader in = new PartReader(part, version);
    while (in.hasMore()) {
      sections.put(in.word(), in.bytes());
    }
  }

  /** Reads a section that has no default. */
  public void required(String tag, int version, Consumer<PartReader> read) {
    byte[] section = sections.get(tag);
    if (section == null) {
      throw new IllegalStateException("state: no section " + tag);
    }
    whole(
        new PartReader(section, version),
        in -> {
          read.accept(in);
          return tag;
        });
  }

  /**
   * Reads a section, or creates its default if it is absent. A section that is unreadable or of
   * another version is replaced by the default, too, and listed in {@link #restarted}.
   */
  public <T> T orRestart(
      String tag, int version, Function<PartReader, T> read, Supplier<T> restart) {
    return orRestart(tag, version, version, read, restart);
  }

  /** Like the above, for any version from {@code oldest} to {@code newest}. */
  public <T> T orRestart(
      String tag, int oldest, int newest, Function<PartReader, T> read, Supplier<T> restart) {
    byte[] section = sections.get(tag);
    if (section == null) {
      return restart.get();
    }
    try {
      return whole(new PartReader(section, oldest, newest), read);
    } catch (RuntimeException e) {
      restarted.add(tag);
      return restart.get();
    }
  }

  /** Replaces a section that depends on another restarted section, and lists it. */
  public <T> T restart(String tag, Supplier<T> restart) {
    if (sections.containsKey(tag)) {
      restarted.add(tag);
    }
    return restart.get();
  }

  /** Reads a section completely. Remaining bytes mean that another version wrote it. */
  private static <T> T whole(PartReader in, Function<PartReader, T> read) {
    T value = read.apply(in);
    if (in.hasMore()) {
      throw new IllegalStateException("state section: more bytes than its reader knows");
    }
    return value;
  }

  /** Tags of the sections that were replaced by their defaults. */
  public List<String> restarted() {
    return List.copyOf(restarted);
  }
}
