package io.tidemark.analysis.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sections of a stored part, by tag. Each is stored apart within the part: one that is
 * unreadable does not affect others, and an unknown one is skipped.
 */
public final class Sections {

  private final Map<String, byte[]> byTag;
  private final List<String> restarted = new ArrayList<>();

  private record Part(Map<String, byte[]> sections) {}

  private Sections(Map<String, byte[]> byTag) {
    this.byTag = byTag;
  }

  /** Creates a part without sections. */
  public Sections() {
    this(new LinkedHashMap<>());
  }

  /**
   * Reads the output of {@link #toBytes}.
   *
   * @throws RuntimeException if it is none
   */
  public static Sections read(byte[] part) {
    return new Sections(StateFormat.read(part, Part.class).sections());
  }

  /** Adds a section of a record or a {@link Stored} object; its tag must be unique in the part. */
  public Sections put(String tag, Object state) {
    return put(tag, StateFormat.write(state));
  }

  public Sections put(String tag, byte[] section) {
    byTag.put(tag, section);
    return this;
  }

  public boolean has(String tag) {
    return byTag.containsKey(tag);
  }

  /** The stored form of a section; {@code null} if it is absent. */
  public byte @Nullable [] section(String tag) {
    return byTag.get(tag);
  }

  public byte[] toBytes() {
    return StateFormat.write(new Part(byTag));
  }

  /**
   * Reads a section that has no default.
   *
   * @throws RuntimeException if it is absent or unreadable
   */
  public <S> S required(String tag, Class<S> type) {
    byte[] section = byTag.get(tag);
    if (section == null) {
      throw new IllegalStateException("state: no section " + tag);
    }
    return StateFormat.read(section, type);
  }

  /** Reads a section of this class, like {@link #orRestart(String, Function, Supplier)}. */
  public <S> S orRestart(String tag, Class<S> type, Supplier<S> restart) {
    return orRestart(tag, type, state -> state, restart);
  }

  /** Reads a section of this class, like {@link #orRestart(String, Function, Supplier)}. */
  public <S, T> T orRestart(String tag, Class<S> type, Function<S, T> read, Supplier<T> restart) {
    return orRestart(tag, section -> read.apply(StateFormat.read(section, type)), restart);
  }

  /**
   * Reads a section, or creates its default if it is absent. An unreadable section is replaced by
   * the default, too, and listed in {@link #restarted}.
   */
  public <T> T orRestart(String tag, Function<byte[], T> read, Supplier<T> restart) {
    byte[] section = byTag.get(tag);
    if (section == null) {
      return restart.get();
    }
    try {
      return read.apply(section);
    } catch (RuntimeException e) {
      return restart(tag, restart);
    }
  }

  /** Replaces a section that depends on another restarted section, and lists it. */
  public <T> T restart(String tag, Supplier<T> restart) {
    if (has(tag)) {
      restarted.add(tag);
    }
    return restart.get();
  }

  /** Tags of the sections that were replaced by their defaults. */
  public List<String> restarted() {
    return List.copyOf(restarted);
  }
}
