package io.tidemark.analysis.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Reads the sections that {@link SectionWriter} wrote, whatever their order. */
public final class SectionReader {

  private final Map<String, byte[]> sections = new LinkedHashMap<>();
  private final List<String> restarted = new ArrayList<>();

  /**
   * @param version of the layout of sections
   * @throws OtherVersion when the layout is another
   */
  public SectionReader(byte[] part, int version) {
    PartReader in = new PartReader(part, version);
    while (in.hasMore()) {
      sections.put(in.word(), in.bytes());
    }
  }

  /** Reads a section that nothing can stand in for. */
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
   * Reads a section. One that is absent is begun anew; so is one of another version and one that
   * cannot be read, and {@link #restarted} names it.
   */
  public <T> T orRestart(
      String tag, int version, Function<PartReader, T> read, Supplier<T> restart) {
    return orRestart(tag, version, version, read, restart);
  }

  /** Reads a section of any version from {@code oldest} to {@code newest}, or begins it anew. */
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

  /** Begins a section anew that depends on another one which was, and notes it. */
  public <T> T restart(String tag, Supplier<T> restart) {
    if (sections.containsKey(tag)) {
      restarted.add(tag);
    }
    return restart.get();
  }

  /** A section that holds more or less than its reader asks for was written by another one. */
  private static <T> T whole(PartReader in, Function<PartReader, T> read) {
    T value = read.apply(in);
    if (in.hasMore()) {
      throw new IllegalStateException("state section: more bytes than its reader knows");
    }
    return value;
  }

  /** Tags of the sections that were begun anew. */
  public List<String> restarted() {
    return List.copyOf(restarted);
  }
}
