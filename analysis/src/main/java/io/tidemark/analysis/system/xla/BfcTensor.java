package io.tidemark.analysis.system.xla;

/**
 * A tensor that TensorFlow could not allocate, such as {@code float[1024,4096]}.
 *
 * @param text without a type if it is not stated, empty if nothing is
 * @param bytes −1 if unknown
 */
record BfcTensor(String text, long bytes) {

  private static final String AND = ", ";

  /** Returns the tensor of {@code 1024,4096, float}; a scalar has no shape, older ones no type. */
  static BfcTensor of(String stated) {
    boolean shaped = !stated.isEmpty() && Character.isDigit(stated.charAt(0));
    int and = stated.indexOf(AND);
    String shape = !shaped ? "" : and < 0 ? stated : stated.substring(0, and);
    String type = !shaped ? stated : and < 0 ? "" : stated.substring(and + AND.length());
    String text = stated.isEmpty() ? "" : type + "[" + shape + "]";
    return new BfcTensor(text, XlaContents.bytes(type, XlaContents.elements(shape)));
  }
}
