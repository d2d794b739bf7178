package io.tidemark.sink.answer;

import io.tidemark.model.plan.PlanRecord;
import java.util.regex.Pattern;

/**
 * Shortens JAX op names: {@code jit(f)/transpose(jvp(layer_0))/mlp/dot_general} becomes {@code
 * layer_0/mlp/dot_general}.
 */
final class JaxNames {

  private static final Pattern JIT = Pattern.compile("^(?:p?jit\\([^()]*\\)/)+");
  private static final Pattern TRANSFORM =
      Pattern.compile("(?:transpose|jvp|vmap|remat|checkpoint)\\(([^()]*)\\)");

  private JaxNames() {}

  /** The op that produces a buffer, else the buffer itself. */
  static String shortOf(PlanRecord.Owner owner) {
    String op = owner.opName();
    return op == null ? owner.buffer() : shortOf(op);
  }

  static String shortOf(String op) {
    String inner = JIT.matcher(op).replaceFirst("");
    String before;
    do {
      before = inner;
      inner = TRANSFORM.matcher(inner).replaceAll("$1");
    } while (!inner.equals(before));
    return inner.isEmpty() ? op : inner;
  }
}
