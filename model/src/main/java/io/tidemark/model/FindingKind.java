package io.tidemark.model;

/** What is wrong or odd in a plan. The names stand in records and documents. */
public enum FindingKind {
  /** Two live buffers share addresses. */
  OVERLAP,
  /** One buffer ends at the step at which another one begins in its place. */
  TOUCH,
  /** A tensor is larger than the buffer that it borrows. */
  TOO_BIG,
  /** The planner found no place for a buffer. */
  NO_PLACE,
  /** Two tensors of one name. */
  DUP_NAME,
  /** A tensor borrows no buffer. */
  NULL_BUFFER,
  /** A buffer has no end. */
  UNTERMINATED,
  /** The size of an element is unknown. */
  UNKNOWN_TYPE,
  /** Lines state different sizes of one buffer. */
  SIZE_CONFLICT,
  /** Lines state different element types of one buffer. */
  TYPE_CONFLICT,
  /** Numbers of buffers are left out. */
  ID_GAP,
  /** The compiler's own total differs from the sum of its lines. */
  TOTAL_DIFFERS,
  /** The program is too large even after the compiler rewrote it. */
  STILL_TOO_LARGE,
  /** Files of a dump are missing. */
  INCOMPLETE,
  /** Values without a live range. */
  NO_LIVE_RANGE,
  /** Live ranges of values that are not listed. */
  UNLISTED_VALUES,
  /** A finding of a newer release. */
  UNKNOWN;

  /** The kind of this name; {@link #UNKNOWN} for any other name. */
  public static FindingKind of(String name) {
    for (FindingKind kind : values()) {
      if (kind.name().equals(name)) {
        return kind;
      }
    }
    return UNKNOWN;
  }
}
