package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.system.tenstorrent.OperationListener.Limit;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects the modules that the compiler dumps into a runtime's log, for a listener. It keeps the
 * first text of each stage in a run, and the arguments that each module declares.
 *
 * <pre>
 *   MLIR Module shlo_frontend:  ─▶ lines, one of which declares @main  ─▶ END OF MLIR MODULE
 * </pre>
 */
final class ModuleText {

  private static final String BEGIN = "MLIR Module ";
  private static final byte[] BEGIN_BYTES = Bytes.of(BEGIN);
  private static final String END = "------------------ END OF MLIR MODULE ------------------";
  private static final String FRONTEND = "shlo_frontend";
  private static final Set<String> KEPT = Set.of("ttir", "ttnn");
  private static final Pattern STAGE = Pattern.compile("MLIR Module (\\w{1,32}):$");

  /** A module has some thousand lines; the limit protects the heap from a dump without end. */
  private static final int MAX_CHARS = 8 << 20;

  private final OperationListener listener;
  private final Consumer<List<ModuleArgument>> modules;
  private final Set<String> complete = new HashSet<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable String stage;
  private boolean declared;

  /**
   * Creates a reader.
   *
   * @param modules receives the arguments of each module
   */
  ModuleText(OperationListener listener, Consumer<List<ModuleArgument>> modules) {
    this.listener = listener;
    this.modules = modules;
  }

  /** Whether the line belongs to the text of a module, or begins one. */
  boolean reads(byte[] bytes, int start, int end) {
    return stage != null || Bytes.indexOf(bytes, start, end, BEGIN_BYTES) >= 0;
  }

  /** Reads a line that {@link #reads} accepts; colours must be removed. */
  void read(String line) {
    Matcher begin = line.contains(BEGIN) ? STAGE.matcher(line) : null;
    if (begin != null && begin.find()) {
      stage = begin.group(1);
      declared = false;
      text.setLength(0);
    } else if (stage != null && line.startsWith(END)) {
      complete(stage);
      stage = null;
    } else if (stage != null) {
      within(stage, line);
    }
  }

  private void within(String of, String line) {
    if (isKept(of)) {
      if (text.length() < MAX_CHARS) {
        text.append(line).append('\n');
      } else {
        listener.onLimit(Limit.MODULE_LINES, 1);
      }
    }
    if (of.equals(FRONTEND) && !declared) {
      List<ModuleArgument> arguments = ModuleArgument.declared(line);
      if (!arguments.isEmpty()) {
        declared = true;
        modules.accept(arguments);
      }
    }
  }

  private boolean isKept(String of) {
    return KEPT.contains(of) && !complete.contains(of);
  }

  private void complete(String of) {
    if (isKept(of)) {
      complete.add(of);
      listener.onStage(of, text.toString());
      text.setLength(0);
    }
  }

  /** Drops the open module, which will not end. */
  void abandon() {
    stage = null;
  }
}
