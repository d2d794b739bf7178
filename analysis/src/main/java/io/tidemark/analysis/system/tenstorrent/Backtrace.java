package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.memory.OpNameLimiter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The op in a frame of a backtrace. */
final class Backtrace {

  /** Limit of a frame's text that is searched, since its template arguments may be long. */
  private static final int MAX_FRAME = 2048;

  /** An op of tt-mlir's flatbuffer, which the runtime executes, or a function of the library. */
  private static final Pattern OP =
      Pattern.compile(
          "tt::target::ttnn::(\\w+Op)\\b|^(ttnn::(?:experimental::|transformer::)?\\w+)\\(");

  private Backtrace() {}

  /** The op that the frame names; {@code null} for none. */
  static @Nullable String op(String frame) {
    Matcher found = OP.matcher(frame.substring(0, Math.min(MAX_FRAME, frame.length())));
    if (!found.find()) {
      return null;
    }
    return OpNameLimiter.cut(found.group(1) == null ? found.group(2) : found.group(1));
  }

  /** Whether the op is a function of the library, which may be called by others. */
  static boolean isFunction(String op) {
    return op.startsWith("ttnn::");
  }
}
