package io.tidemark.app.report;

import io.tidemark.analysis.system.tenstorrent.OperationListener;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.app.report.LeftOut.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The module dumps of a compiler in a runtime log: the executed text of the first module, and sums
 * over the declared arguments of all modules.
 */
final class ModuleDumps implements OperationListener {

  private static final Pattern ALIAS = Pattern.compile("^#(loc\\d*) = loc\\(\"([^\"]+)\"");
  private static final Pattern PLACE =
      Pattern.compile("loc\\(#(loc\\d*)\\)|loc\\(\"([^\"]+)\"|load_cached\\((@[\\w.]+)");

  /** Limit of locations per text; a large model has some ten thousand. */
  private static final int MOST_PLACES = 1 << 16;

  /** Modules beyond this number are left out of the sums. */
  private static final int MAX_MODULES = 1_024;

  /**
   * A stage of a module.
   *
   * @param locIndex line of the first use of each location in the text, from 1
   */
  record Stage(String text, Map<String, Integer> locIndex) {}

  /** Unpadded bytes of a module's declared arguments. */
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
  private final LeftOut leftOut;

  /**
   * @param leftOut counts what exceeds the limits
   */
  ModuleDumps(LeftOut leftOut) {
    this.leftOut = leftOut;
  }

  /** The log's first text of each executed stage. */
  Map<String, Stage> stages() {
    return stages;
  }

  List<Arguments> modules() {
    return modules;
  }

  @Override
  public void onModule(List<ModuleArgument> arguments) {
    if (modules.size() < MAX_MODULES) {
      modules.add(Arguments.of(arguments));
    } else {
      leftOut.add(Part.MODULES, 1);
    }
  }

  @Override
  public void onStage(String stage, String text) {
    if (!stages.containsKey(stage)) {
      stages.put(stage, new Stage(text, locations(text)));
    }
  }

  @Override
  public void onLimit(Limit limit, long count) {
    if (limit == Limit.MODULE_LINES) {
      leftOut.add(Part.of(limit), count);
    }
  }

  private Map<String, Integer> locations(String text) {
    Map<String, String> aliases = new HashMap<>();
    eachLine(
        text,
        (line, number) -> {
          Matcher alias = ALIAS.matcher(line);
          if (alias.find()) {
            put(aliases, alias.group(1), alias.group(2));
          }
        });
    Map<String, Integer> index = new LinkedHashMap<>();
    eachLine(
        text,
        (line, number) -> {
          Matcher place = PLACE.matcher(line.startsWith("#") ? "" : line);
          while (place.find()) {
            String alias = place.group(1);
            String name = alias != null ? aliases.get(alias) : place.group(2);
            String known = name == null ? place.group(3) : name;
            if (known != null && !index.containsKey(known)) {
              put(index, known, number);
            }
          }
        });
    return index;
  }

  /** Puts the entry if its key is known or the limit allows another. */
  private <V> void put(Map<String, V> map, String key, V value) {
    if (map.size() < MOST_PLACES || map.containsKey(key)) {
      map.put(key, value);
    } else {
      leftOut.add(Part.PLACES, 1);
    }
  }

  /** Lines are numbered from 1. */
  private static void eachLine(String text, ObjIntConsumer<String> consumer) {
    int start = 0;
    int number = 1;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      consumer.accept(text.substring(start, end), number++);
      start = end + 1;
    }
  }
}
