package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.model.event.BufferContents;
import org.jspecify.annotations.Nullable;

/** Splits a printed shape such as {@code bf16[48,2048]{1,0:T(8,128)(2,1)}}. */
final class XlaContents {

  private XlaContents() {}

  /**
   * Returns the contents of a buffer of this shape. A tuple has neither element type nor layout.
   *
   * @param allocation number of the allocation; {@code null} for none
   */
  static BufferContents of(
      @Nullable String shape,
      @Nullable Long allocation,
      @Nullable String opcode,
      @Nullable String opName) {
    int open = shape == null || shape.startsWith("(") ? -1 : shape.indexOf('[');
    int close = shape == null || open < 0 ? -1 : shape.indexOf(']', open);
    if (shape == null || close < 0) {
      String tuple = PageTexts.limitedOrUnknown(shape);
      return new BufferContents(tuple, null, null, null, allocation, opcode, opName);
    }
    String layout = shape.substring(close + 1);
    return new BufferContents(
        shape.substring(open, close + 1),
        shape.substring(0, open),
        layout.isEmpty() ? null : layout,
        elements(shape.substring(open + 1, close)),
        allocation,
        opcode,
        opName);
  }

  /** Product of the dimensions; 1 for a scalar, {@code null} if a dimension is no number. */
  static @Nullable Long elements(String dimensions) {
    long product = 1;
    for (String dimension : dimensions.isEmpty() ? new String[0] : dimensions.split(",", -1)) {
      // A bounded dynamic dimension is printed as <=n.
      String digits = dimension.replaceFirst("^<=", "");
      if (digits.isEmpty()
          || digits.length() > 10
          || !digits.chars().allMatch(XlaContents::digit)) {
        return null;
      }
      long size = Long.parseLong(digits);
      if (size != 0 && product > Long.MAX_VALUE / size) {
        return null;
      }
      product *= size;
    }
    return product;
  }

  private static boolean digit(int letter) {
    return letter >= '0' && letter <= '9';
  }
}
