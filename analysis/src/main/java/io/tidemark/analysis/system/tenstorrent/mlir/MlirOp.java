package io.tidemark.analysis.system.tenstorrent.mlir;

import io.tidemark.analysis.memory.Memo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation as MLIR prints it on one line:
 *
 * <pre>
 *   [%R = ] ["]dialect.op["](operands) [&lt;{attributes}&gt;] : (types) -&gt; types loc(…)
 * </pre>
 *
 * @param result name of its result; {@code null} for none
 * @param inputTypes types without their parentheses; empty for none
 * @param outputType as printed; empty for none
 * @param location the first quoted text of the last {@code loc(…)}
 */
public record MlirOp(
    @Nullable String result,
    String name,
    List<String> operands,
    @Nullable String attributes,
    String inputTypes,
    String outputType,
    @Nullable String location) {

  private static final String LOCATION = " loc(";

  /** A model repeats the ops of its layers in every step. */
  private static final Memo<MlirOp> PARSED = new Memo<>(512, MlirOp::parsed);

  public MlirOp {
    operands = List.copyOf(operands);
  }

  /** Parses an op; {@code null} if the text has no operands in parentheses. */
  public static @Nullable MlirOp parse(String text) {
    return PARSED.of(text);
  }

  private static @Nullable MlirOp parsed(String text) {
    int at = 0;
    String result = null;
    if (text.startsWith("%")) {
      int equals = text.indexOf(" = ");
      if (equals < 0) {
        return null;
      }
      result = text.substring(0, equals);
      at = equals + 3;
    }
    int open = text.indexOf('(', at);
    if (open < 0) {
      return null;
    }
    String name = text.substring(at, open).replace("\"", "").strip();
    int past = Brackets.past(text, open);
    List<String> operands = Brackets.split(inside(text, open, past));
    String attributes = null;
    int angle = past;
    while (angle < text.length() && text.charAt(angle) == ' ') {
      angle++;
    }
    if (text.startsWith("<{", angle)) {
      past = Brackets.past(text, angle);
      attributes = inside(text, angle + 1, past - 1);
    }
    return name.isEmpty() ? null : typed(text, past, result, name, operands, attributes);
  }

  private static MlirOp typed(
      String text,
      int past,
      @Nullable String result,
      String name,
      List<String> operands,
      @Nullable String attributes) {
    int end = text.lastIndexOf(LOCATION);
    String location = end < past ? null : quoted(text, end);
    int colon = Brackets.find(text, past, " : ");
    String signature =
        colon < 0 ? "" : text.substring(colon + 3, end < colon ? text.length() : end).strip();
    int arrow = Brackets.find(signature, 0, " -> ");
    String in = arrow < 0 ? signature : signature.substring(0, arrow);
    String out = arrow < 0 ? "" : signature.substring(arrow + 4).strip();
    String inputs = in.startsWith("(") ? inside(in, 0, Brackets.past(in, 0)) : in;
    return new MlirOp(
        result, name, operands, attributes, inputs, out.equals("()") ? "" : out, location);
  }

  /** Returns the text between the bracket at {@code open} and the one that ends at {@code past}. */
  private static String inside(String text, int open, int past) {
    return text.substring(open + 1, Math.max(open + 1, past - 1)).strip();
  }

  private static @Nullable String quoted(String text, int from) {
    int open = text.indexOf('"', from);
    int close = open < 0 ? -1 : text.indexOf('"', open + 1);
    return close <= open + 1 ? null : text.substring(open + 1, close);
  }

  /** Whether an op of this name frees its operands. */
  public static boolean deallocates(String name) {
    return name.contains("deallocate");
  }

  /** Whether the op runs another program, or takes the cached result of an earlier run. */
  public boolean loadsCached() {
    return loadsCached(name);
  }

  /**
   * Whether an op of this name runs another program, or takes the cached result of an earlier run.
   */
  public static boolean loadsCached(String name) {
    return name.contains("load_cached");
  }
}
