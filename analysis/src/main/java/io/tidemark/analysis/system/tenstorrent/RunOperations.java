package io.tidemark.analysis.system.tenstorrent;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.system.tenstorrent.OperationListener.Limit;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * State shared by the ops of all devices of a run, and access to whole lines, which facts do not
 * keep.
 */
final class RunOperations implements LineListener {

  private static final Pattern COLOURS = Pattern.compile("\\x1b\\[[0-9;]*[mK]");
  private static final String EXECUTING = "Executing operation:";
  private static final String MISSED = "Cache miss or invalid cache for function: ";

  /** Outside a module's text, only lines with one of these are looked at. */
  private static final Needles TEXTS = new Needles(List.of(MISSED, ModuleText.BEGIN));

  /** Limit of live tensors, above any log seen; further tensors are missing from the sums. */
  private static final int MOST_LIVE = 1 << 16;

  /** Limits of the graphs with cache misses and of their names' lengths. */
  private static final int MOST_MISSED = 4_096;

  private static final int MAX_NAME_CHARS = 1_024;
  private static final byte[] NOTHING = {};

  private final OperationListener listener;
  private final TensorPool tensors = new TensorPool(MOST_LIVE);
  private final ModuleText modules;
  private final Set<String> missed = new HashSet<>();
  private DeclaredWeights declared = new DeclaredWeights(List.of());
  private byte[] bytes = NOTHING;
  private int start;
  private int end;

  RunOperations(OperationListener listener) {
    this.listener = listener;
    this.modules = new ModuleText(listener, this::declared);
  }

  DeviceListener of(String device) {
    return new DeviceOperations(device, this, tensors);
  }

  OperationListener listener() {
    return listener;
  }

  @Override
  public void onLine(byte[] bytes, int start, int end, long number) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    if (!modules.open() && TEXTS.find(bytes, start, end) < 0) {
      return;
    }
    String line = text();
    if (modules.open() || line.contains(ModuleText.BEGIN)) {
      modules.read(line);
    }
    int miss = line.indexOf(MISSED);
    if (miss >= 0) {
      miss(line.substring(miss + MISSED.length()).strip());
    }
  }

  private String text() {
    String line = new String(bytes, start, end - start, UTF_8);
    return line.indexOf('\u001b') < 0 ? line : COLOURS.matcher(line).replaceAll("");
  }

  private void miss(String graph) {
    if (missed.size() < MOST_MISSED && graph.length() <= MAX_NAME_CHARS) {
      missed.add(graph);
    } else if (!missed.contains(graph)) {
      listener.onLimit(Limit.MISSES, 1);
    }
  }

  private void declared(List<ModuleArgument> arguments) {
    declared = new DeclaredWeights(arguments);
    listener.onModule(arguments);
  }

  /** Parses the op of the newest line. */
  @Nullable MlirOp printed() {
    String line = text();
    return MlirOp.parse(line.substring(line.indexOf(EXECUTING) + EXECUTING.length()).strip());
  }

  /** Whether the log reported a cache miss for the graph. */
  boolean missed(String graph) {
    return missed.contains(graph);
  }

  /** Returns the weights that the op takes; those above the limit are reported and dropped. */
  List<ModuleArgument> weights(@Nullable MlirOp op) {
    List<ModuleArgument> found = op == null ? List.of() : declared.among(op.operands());
    if (found.size() > DeclaredWeights.MOST_LISTED) {
      listener.onLimit(Limit.WEIGHTS, found.size() - DeclaredWeights.MOST_LISTED);
      return found.subList(0, DeclaredWeights.MOST_LISTED);
    }
    return found;
  }

  /** Resets the state when a process starts, since declarations belong to the earlier process. */
  void processStarted() {
    missed.clear();
    declared = new DeclaredWeights(List.of());
    modules.abandon();
  }

  /** The weights that a module declares, by their names in ops. */
  private static final class DeclaredWeights {

    /** Limit of weights listed for one op; every op of a program that it runs lists them again. */
    static final int MOST_LISTED = 256;

    private static final Pattern BETWEEN = Pattern.compile("[\\[\\], ]+");

    private final Map<String, List<ModuleArgument>> bySsa = new HashMap<>();

    DeclaredWeights(List<ModuleArgument> arguments) {
      for (ModuleArgument argument : arguments) {
        if (argument.weight()) {
          bySsa.computeIfAbsent(argument.ssa(), any -> new ArrayList<>()).add(argument);
        }
      }
    }

    /** Returns the weights among the operands, in order of declaration. */
    List<ModuleArgument> among(List<String> operands) {
      if (bySsa.isEmpty()) {
        return List.of();
      }
      Map<Integer, ModuleArgument> found = new TreeMap<>();
      operands.stream()
          .flatMap(BETWEEN::splitAsStream)
          .flatMap(name -> bySsa.getOrDefault(name, List.of()).stream())
          .forEach(weight -> found.put(weight.index(), weight));
      return new ArrayList<>(found.values());
    }
  }

  /**
   * Collects the modules that the compiler dumps into a runtime's log, for a listener. It keeps the
   * first text of each stage in a run, and the arguments that each module declares.
   *
   * <pre>
   *   MLIR Module shlo_frontend:  ─▶ lines, one of which declares @main  ─▶ END OF MLIR MODULE
   * </pre>
   */
  private static final class ModuleText {

    static final String BEGIN = "MLIR Module ";
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
     * @param modules receives the arguments of each module
     */
    ModuleText(OperationListener listener, Consumer<List<ModuleArgument>> modules) {
      this.listener = listener;
      this.modules = modules;
    }

    /** Whether the next line belongs to the text of a module. */
    boolean open() {
      return stage != null;
    }

    /** Reads a line of a module's text, or one with {@link #BEGIN}; colours must be removed. */
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
}
