package io.tidemark.model.wire;

import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Checks a record's headers for consistency, in addition to the checks of {@link Slice}. */
final class SliceCheck {

  /** Longest name of a generation or a host, in characters. */
  static final int MAX_NAME = 255;

  private SliceCheck() {}

  /**
   * Checks a slice.
   *
   * @throws IllegalArgumentException with the header, the value found and the values allowed
   */
  static void check(Slice slice) {
    int bytes = slice.bytes().length;
    name("generation", slice.generation());
    optionalName("host", slice.host());
    optionalName("follows", slice.origin().follows());
    // A slice without lines stands for lost bytes, a hole or a rest, and has no bytes.
    int fewest = slice.lines() == 0 ? 0 : 1;
    want(
        bytes >= fewest && bytes <= Slice.MAX_BYTES,
        "bytes",
        bytes,
        fewest + " to " + Slice.MAX_BYTES);
    want(
        slice.end() > slice.offset() || slice.isRest(),
        "length",
        slice.length(),
        "an end within 63 bits");
    want(
        slice.truncated() || slice.isHole() || slice.length() == bytes,
        "length",
        slice.length(),
        bytes + ", as no line is truncated");
    int mostLines = slice.truncated() ? 1 : bytes;
    want(slice.lines() <= mostLines, "lines", slice.lines(), "at most " + mostLines);
    want(slice.fromMillis() >= 0, "from", slice.fromMillis(), "0 or more");
    want(
        slice.toMillis() <= Slice.MAX_MILLIS,
        "to",
        slice.toMillis(),
        "at most " + Slice.MAX_MILLIS);
    FileStatus file = slice.origin().file();
    if (file != null) {
      check(file);
    }
  }

  private static void check(FileStatus file) {
    want(file.sizeBytes() >= 0, "size", file.sizeBytes(), "0 or more");
    Long changed = file.changedMillis();
    if (changed != null) {
      want(
          changed > 0 && changed <= Slice.MAX_MILLIS,
          "changed",
          changed,
          "1 to " + Slice.MAX_MILLIS);
    }
  }

  /**
   * Parses a time zone such as {@code Europe/Berlin}.
   *
   * @throws IllegalArgumentException with the value found and the values allowed
   */
  static ZoneId zone(String name) {
    name("zone", name);
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "header 'zone': found '%s', want a time zone such as Europe/Berlin or +02:00"
              .formatted(name),
          e);
    }
  }

  /**
   * Parses how long lines were in their file.
   *
   * @throws IllegalArgumentException with the value found and the values allowed
   */
  static SliceOrigin.Found found(String name) {
    for (SliceOrigin.Found one : SliceOrigin.Found.values()) {
      if (one.wireName().equals(name)) {
        return one;
      }
    }
    throw new IllegalArgumentException(
        "header 'found': found '%s', want old or fresh".formatted(name));
  }

  private static void optionalName(String header, @Nullable String name) {
    if (name != null) {
      name(header, name);
    }
  }

  private static void name(String header, String name) {
    boolean plain = name.chars().noneMatch(Character::isISOControl);
    if (name.isEmpty() || name.length() > MAX_NAME || !plain) {
      throw new IllegalArgumentException(
          "header '%s' of %d characters: want 1 to %d, no control characters"
              .formatted(header, name.length(), MAX_NAME));
    }
  }

  private static void want(boolean sensible, String header, long found, String allowed) {
    if (!sensible) {
      throw new IllegalArgumentException(
          "header '%s': found %d, want %s".formatted(header, found, allowed));
    }
  }
}
