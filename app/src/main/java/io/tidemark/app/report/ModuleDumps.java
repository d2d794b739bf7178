package io.tidemark.app.report;

import io.tidemark.analysis.mlir.ModuleArgument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the compiler dumps of its modules into a runtime log: of the first module the text that
 * runs, of all of them the arguments that they declare.
 */
final class ModuleDumps {

  private static final String BEGIN = "MLIR Module ";
  private static final String END = "------------------ END OF MLIR MODULE ------------------";
  private static final String FRONTEND = "shlo_frontend";
  private static final List<String> KEPT = List.of("ttir", "ttnn");
  private static final Pattern STAGE = Pattern.compile("MLIR Module (\\w{1,32}):$");
  private static final Pattern ALIAS = Pattern.compile("^#(loc\\d*) = loc\\(\"([^\"]+)\"");
  private static final Pattern PLACE =
      Pattern.compile("loc\\(#(loc\\d*)\\)|loc\\(\"([^\"]+)\"|load_cached\\((@[\\w.]+)");

  /** A module is some thousand lines; a log whose dump never ends may not fill the heap. */
  private static final int MAX_CHARS = 16 << 20;

  /** Modules beyond these are not summed up. */
  private static final int MAX_MODULES = 1_024;

  /**
   * A stage of a module.
   *
   * @param locIndex where in the text a location is first used, in lines from 1
   */
  record Stage(String text, Map<String, Integer> locIndex) {}

  /** Unpadded bytes of what a module declares. */
  record Arguments(int weights, long weightBytes, int inputs, long inputBytes) {
    static Arguments of(List<ModuleArgument> declared) {
      List<ModuleArgument> weights = declared.stream().filter(ModuleArgument::weight).toList();
      List<ModuleArgument> inputs =
          declared.stream().filter(argument -> argument.type().equals("input")).toList();
      return new Arguments(weights.size(), bytes(weights), inputs.size(), bytes(inputs));
    }

    private static long bytes(List<ModuleArgument> arguments) {
      return arguments.stream().mapToLong(a -> Math.max(0, a.tensor().logicalBytes())).sum();
    }
  }

  private final Map<String, Stage> stages = new LinkedHashMap<>();
  private final List<Arguments> modules = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private @Nullable String stage;
  private boolean declared;

  private ModuleDumps() {}

  static ModuleDumps read(LogAtRest log) throws IOException {
    ModuleDumps dumps = new ModuleDumps();
    LogLines.each(log.files(), dumps::take);
    return dumps;
  }

  /** The first text of each stage that runs. */
  Map<String, Stage> stages() {
    return stages;
  }

  List<Arguments> modules() {
    return modules;
  }

  private void take(byte[] bytes, int start, int end) {
    String line = Operations.text(bytes, start, end);
    Matcher begin = STAGE.matcher(line);
    if (line.contains(BEGIN) && begin.find()) {
      stage = begin.group(1);
      declared = false;
      text.setLength(0);
    } else if (stage != null && line.startsWith(END)) {
      close(stage);
      stage = null;
    } else if (stage != null) {
      within(stage, line);
    }
  }

  private void within(String of, String line) {
    if (KEPT.contains(of) && !stages.containsKey(of) && text.length() < MAX_CHARS) {
      text.append(line).append('\n');
    }
    if (of.equals(FRONTEND) && !declared && modules.size() < MAX_MODULES) {
      List<ModuleArgument> arguments = ModuleArgument.declared(line);
      if (!arguments.isEmpty()) {
        declared = true;
        modules.add(Arguments.of(arguments));
      }
    }
  }

  private void close(String of) {
    if (KEPT.contains(of) && !stages.containsKey(of)) {
      String whole = text.toString();
      stages.put(of, new Stage(whole, locations(whole)));
    }
  }

  private static Map<String, Integer> locations(String text) {
    String[] lines = text.split("\n", -1);
    Map<String, String> aliases = new LinkedHashMap<>();
    for (String line : lines) {
      Matcher alias = ALIAS.matcher(line);
      if (alias.find()) {
        aliases.put(alias.group(1), alias.group(2));
      }
    }
    Map<String, Integer> index = new LinkedHashMap<>();
    for (int i = 0; i < lines.length; i++) {
      Matcher place = PLACE.matcher(lines[i].startsWith("#") ? "" : lines[i]);
      while (place.find()) {
        String alias = place.group(1);
        String name = alias != null ? aliases.get(alias) : place.group(2);
        String known = name == null ? place.group(3) : name;
        if (known != null) {
          index.putIfAbsent(known, i + 1);
        }
      }
    }
    return index;
  }
}
