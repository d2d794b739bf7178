package io.tidemark.analysis.message;

import io.tidemark.analysis.memory.MemoryBounds;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** What a message can state. Bytes are of the whole memory, or of one bank if banks are stated. */
public enum Field {
  /** Bytes that a request asks for, over all banks. */
  NEEDED(FieldType.SIZE),
  /** Bytes that a request asks of one bank. */
  NEEDED_PER_BANK(FieldType.SIZE),
  BANKS(FieldType.INT),
  /** Size of the memory, or of one of its banks. */
  CAPACITY(FieldType.SIZE),
  /** What a process may use of the memory, if that is less than its size. */
  LIMIT(FieldType.SIZE),
  USED(FieldType.SIZE),
  /** Share of the memory that {@link #USED} is. */
  SHARE(FieldType.PERCENT),
  /** Bytes in use beside {@link #USED}. */
  OTHERS(FieldType.SIZE),
  FREE(FieldType.SIZE),
  /** Largest free block. */
  LARGEST(FieldType.SIZE),
  /** Largest block that can be placed, if that is less than the largest free one. */
  PLACEABLE(FieldType.SIZE),
  /** Bytes that an allocator took from the memory, in use or not. */
  RESERVED(FieldType.SIZE),
  /** Bytes of {@link #RESERVED} that are in use. */
  ALLOCATED(FieldType.SIZE),
  /** Bytes of {@link #RESERVED} that are not in use, if they are stated. */
  CACHED(FieldType.SIZE),
  /** Bytes by which the request is too large. */
  MISSING(FieldType.SIZE),
  /** Highest use so far. */
  PEAK(FieldType.SIZE),
  DEVICE(FieldType.NAME),
  MEMORY(FieldType.NAME),
  PROGRAM(FieldType.NAME),
  OP(FieldType.NAME),
  /** Ends the name of the part whose bytes follow, such as the number of a process. */
  HOLDER(FieldType.NAME),
  /** Place in the memory or in the program, in the writer's words. */
  WHERE(FieldType.TEXT),
  /** What would have fitted, in the writer's words. */
  FITS(FieldType.TEXT),
  /** Number of a process. */
  PID(FieldType.INT),
  /** When it happened, as the line prints it; no text names it. */
  TIME(FieldType.TEXT),
  /** Which step of a training, in the writer's words; use is compared from step to step. */
  STEP(FieldType.NAME),
  /** That the program tries again: the failure is then a refusal. */
  RETRY(FieldType.TEXT),
  /** Read and dropped. */
  ANY(FieldType.TEXT);

  private static final Map<String, Field> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(MessageFile::text, field -> field));

  final FieldType type;

  Field(FieldType type) {
    this.type = type;
  }

  /**
   * Returns the field of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Field of(String name) {
    Field field = BY_NAME.get(name);
    if (field != null) {
      return field;
    }
    throw new IllegalArgumentException(
        "field \"%s\": want one of %s, or +NAME or -NAME"
            .formatted(name, Arrays.stream(values()).map(MessageFile::text).toList()));
  }

  /**
   * Returns the field of this name, whose values are texts.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Field textual(String name) {
    Field field = of(name);
    if (!field.type.isText()) {
      throw new IllegalArgumentException(
          "defaults: field \"%s\" is a number: want one of %s"
              .formatted(
                  name,
                  Arrays.stream(values())
                      .filter(f -> f.type.isText())
                      .map(MessageFile::text)
                      .toList()));
    }
    return field;
  }

  static Field of(MemoryBounds.Figure figure) {
    return switch (figure) {
      case BANKS -> BANKS;
      case CAPACITY -> CAPACITY;
      case USED -> USED;
      case FREE -> FREE;
      case LARGEST_FREE -> LARGEST;
    };
  }
}
