package io.tidemark.sink.page;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page's modules as one script, each in its own function and after its imports:
 *
 * <pre>
 *  import { a } from './x.js';   const { a } = module_x;
 *  export function f() {}        function f() {}  …  return { f };
 * </pre>
 *
 * It supports one-line imports only, exports only before a declaration, and no import cycles.
 */
final class PageBundle {

  private static final Pattern IMPORT =
      Pattern.compile("import (\\{ \\w+(?:, \\w+)* }|\\* as echarts) from '\\./([\\w-]+\\.js)';");
  private static final Pattern EXPORT =
      Pattern.compile("export ((?:async function|function|const|class) (\\w+).*)");

  /** A library, available as the global name of its own script. */
  private static final String ECHARTS = "echarts.js";

  private final UnaryOperator<String> modules;
  private final StringBuilder script = new StringBuilder();
  private final Deque<String> onTheWay = new ArrayDeque<>();
  private final Set<String> done = new HashSet<>();

  private PageBundle(UnaryOperator<String> modules) {
    this.modules = modules;
  }

  /**
   * The bundled script of the module {@code first}.
   *
   * @param modules the text of a module by its name
   * @throws IllegalStateException when a module breaks the rules
   */
  static String of(String first, UnaryOperator<String> modules) {
    PageBundle bundle = new PageBundle(modules);
    bundle.add(first);
    return bundle.script.toString();
  }

  private void add(String name) {
    if (name.equals(ECHARTS) || done.contains(name)) {
      return;
    }
    if (onTheWay.contains(name)) {
      throw new IllegalStateException("%s imports itself, by way of %s".formatted(name, onTheWay));
    }
    onTheWay.push(name);
    StringBuilder own = new StringBuilder("const " + scope(name) + " = (() => {\n");
    List<String> exported = new ArrayList<>();
    int number = 0;
    for (String line : modules.apply(name).lines().toList()) {
      number++;
      own.append(scoped(line, exported, name + ", line " + number)).append('\n');
    }
    onTheWay.pop();
    done.add(name);
    script.append(own).append("return { " + String.join(", ", exported) + " };\n})();\n");
  }

  private static String scope(String module) {
    return "module_" + module.replace(".js", "").replace('-', '_');
  }

  private String scoped(String line, List<String> exported, String place) {
    Matcher imported = IMPORT.matcher(line);
    if (imported.matches()) {
      String other = imported.group(2);
      add(other);
      return other.equals(ECHARTS) ? "" : "const " + imported.group(1) + " = " + scope(other) + ";";
    }
    Matcher declared = EXPORT.matcher(line);
    if (declared.matches()) {
      exported.add(declared.group(2));
      return declared.group(1);
    }
    if (line.startsWith("import") || line.startsWith("export") || line.contains("import(")) {
      throw new IllegalStateException(
          "%s: '%s': want import { a, b } from './x.js'; or export before function, const or class"
              .formatted(place, line));
    }
    return line;
  }

  /** The text of a script, escaped so that nothing in it ends the script element. */
  static String embedded(String script) {
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--");
  }
}
