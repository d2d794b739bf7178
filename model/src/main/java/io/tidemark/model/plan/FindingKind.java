package io.tidemark.model.plan;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Kinds of errors and oddities in a plan. Records and documents contain these names. */
public enum FindingKind {
  /** Two live buffers share addresses. */
  OVERLAP,
  /** One buffer ends at the step at which another one begins at the same address. */
  TOUCH,
  /** A tensor is larger than the buffer that it borrows. */
  TOO_BIG,
  /** The planner found no place for a buffer. */
  NO_PLACE,
  /** Two tensors have the same name. */
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
  /** Numbers of buffers are missing. */
  ID_GAP,
  /** The compiler's own total differs from the sum of its lines. */
  TOTAL_DIFFERS,
  /** It needs more than there is, as its writer or its figures say. */
  STILL_TOO_LARGE,
  /** Files of a dump are missing. */
  INCOMPLETE,
  /** Values have no live range. */
  NO_LIVE_RANGE,
  /** Live ranges belong to values that are not listed. */
  UNLISTED_VALUES,
  /** A finding of a newer release. */
  @JsonEnumDefaultValue
  UNKNOWN
}
