package io.tidemark.analysis.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names the module of a model to which an op or a buffer belongs, by the place that the log states
 * for it:
 *
 * <pre>
 *   9|LlamaDecoderLayer[model.layers.0]|Linear[self_attn.o_proj]|llama.py:140|…  ─▶ model.layers.0
 *   jit(step)/transpose(jvp(layer_0))/attn/dot_general                          ─▶ layer_0
 *   p_model_layers_0_mlp_down_proj_weight, params['layers'][0]['wo']            ─▶ …layers.0
 *   3|/path/overrides.py:9|fn|22|aten__permute                                  ─▶ overrides.py
 * </pre>
 *
 * A path ends at its first number: a model repeats what is below it.
 */
public final class ModuleName {

  /** Place of ops whose log states none. */
  public static final String NONE = "(no module)";

  /** Place of weights of an unknown module. */
  public static final String WEIGHTS = "(weights)";

  /** Parts of a path without a number. */
  private static final int MOST_PARTS = 2;

  private static final int MOST_CHARS = 2048;

  private static final Pattern BRACKETED = Pattern.compile("[A-Za-z_]\\w*\\[([\\w.]+)]");
  private static final Pattern SOURCE =
      Pattern.compile("(?:.*/)?([^/|\\s]+\\.(?:py|cc|cpp|cu|h|mlir|rs|c))(?::\\d+)*");
  private static final Pattern WRAPPED = Pattern.compile("[a-z_]+\\((.*)\\)");
  private static final Pattern JAX_NAME = Pattern.compile("[A-Za-z_][\\w.]*");
  private static final Pattern KEY = Pattern.compile("\\[(?:'([^']*)'|\"([^\"]*)\"|(\\d+))]");
  private static final Pattern SUBSCRIPTS = Pattern.compile("\\w+(?:\\[[^\\]]*])+");
  private static final Pattern DOTTED = Pattern.compile("[A-Za-z_]\\w*(?:\\.\\w+)+");
  private static final Pattern COUNTED = Pattern.compile("(?:.*[._])?\\d+");
  private static final Pattern NUMBERED = Pattern.compile(".*\\d");
  private static final Pattern WEIGHT =
      Pattern.compile(
          "(?:p\\d+\\.|params?[_.]).*"
              + "|(?:.*[._])?(?:weight|bias|kernel|scale|gamma|beta|embedding)s?_?"
              + "(?:_in_\\d+_layout)?");

  /** Names such as {@code add.6}: an instruction and its number. */
  private static final Pattern INSTRUCTION = Pattern.compile("[A-Za-z_][\\w-]*\\.\\d+");

  private static final Pattern REPEATED =
      Pattern.compile("(?:layers?|blocks?|h|stages|features)\\.\\d+");

  /** A parameter's name with {@code _} for each dot, where the dots are certain. */
  private static final Pattern FLAT =
      Pattern.compile(
          "(?:[Ll]__self___|[pbc]_)?"
              + "((?:(?:vision_model|language_model|text_model|model|transformer|encoder|decoder)_)*)"
              + "(layers|layer|blocks|block|h)_(\\d+)(?:_.*)?");

  /** JAX's own parts of a path. */
  private static final Set<String> CONTROL =
      Set.of(
          "while",
          "body",
          "cond",
          "scan",
          "checkpoint",
          "remat",
          "remat2",
          "rematted_computation",
          "closed_call",
          "core_call",
          "custom_jvp_call",
          "custom_vjp_call",
          "custom_vjp_call_jaxpr",
          "shard_map",
          "pjit");

  private static final Set<String> TRANSFORMED =
      Set.of("jvp", "transpose", "vmap", "remat", "checkpoint", "rematted_computation");

  private ModuleName() {}

  /** Returns the module of an op at this place, which may also be an op's or a buffer's name. */
  public static String of(@Nullable String location) {
    if (location == null || location.isEmpty() || location.length() > MOST_CHARS) {
      return NONE;
    }
    String named = named(location);
    return named.isEmpty() ? NONE : OpNameLimiter.cut(named);
  }

  /** Returns the source line that a location names; the location itself, cut, if there is none. */
  public static String place(String location) {
    String line = line(location);
    return line == null ? OpNameLimiter.cut(location) : line;
  }

  /** Returns the source line that a location names; {@code null} if there is none. */
  static @Nullable String line(String location) {
    for (String part : location.split("\\|", -1)) {
      if (part.indexOf(':') >= 0 && SOURCE.matcher(part).matches()) {
        return OpNameLimiter.cut(part);
      }
    }
    return null;
  }

  private static String named(String location) {
    if (location.indexOf('|') >= 0) {
      return ofCall(location);
    }
    String file = source(location);
    if (file != null) {
      return file;
    }
    if (location.indexOf('/') >= 0) {
      return ofScopes(location);
    }
    if (SUBSCRIPTS.matcher(location).matches()) {
      return ofKeys(location);
    }
    if (location.contains("_modules_")) {
      String inner = location.substring(location.indexOf("_modules_") + "_modules_".length());
      return group(List.of(inner.replace("_parameters_", "_modules_").split("_modules_", -1)), ".");
    }
    Matcher flat = FLAT.matcher(location);
    if (flat.matches()) {
      String head = flat.group(1).replaceAll("(?<!vision|language|text)_", ".");
      return head + flat.group(2) + '.' + flat.group(3);
    }
    boolean dotted = DOTTED.matcher(location).matches();
    boolean instruction =
        INSTRUCTION.matcher(location).matches() && !REPEATED.matcher(location).matches();
    if (dotted && !instruction && !location.matches("p\\d+\\..*|arg\\d+\\..*")) {
      return group(List.of(location.split("\\.", -1)), ".");
    }
    return WEIGHT.matcher(location).matches() ? WEIGHTS : "";
  }

  private static @Nullable String source(String text) {
    Matcher source = SOURCE.matcher(text);
    return source.matches() ? source.group(1) : null;
  }

  /** A call stack of modules: a nested one has its whole path, or its path from the one before. */
  private static String ofCall(String location) {
    String path = "";
    String file = "";
    for (String part : location.split("\\|", -1)) {
      Matcher module = BRACKETED.matcher(part);
      String source = source(part);
      if (module.matches()) {
        String own = module.group(1);
        boolean whole = path.isEmpty() || own.equals(path) || own.startsWith(path + '.');
        path = whole ? own : path + '.' + own;
      } else if (source != null) {
        file = source;
      }
    }
    return path.isEmpty() ? file : group(List.of(path.split("\\.", -1)), ".");
  }

  /** Scopes of JAX, or the path of an ONNX node. The last part is the operation. */
  private static String ofScopes(String location) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < location.length(); i++) {
      char c = location.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == '/' && depth == 0) {
        scope(location.substring(from, i), parts);
        from = i + 1;
      }
    }
    return group(parts, location.startsWith("/") ? "." : "/");
  }

  private static void scope(String printed, List<String> parts) {
    String name = printed;
    Matcher wrapped = WRAPPED.matcher(name);
    while (wrapped.matches()) {
      String wrapper = name.substring(0, name.indexOf('('));
      name = TRANSFORMED.contains(wrapper) ? wrapped.group(1) : "";
      wrapped = WRAPPED.matcher(name);
    }
    for (String part : name.split("/", -1)) {
      if (JAX_NAME.matcher(part).matches()
          && !CONTROL.contains(part)
          && !part.startsWith("branch_")) {
        parts.add(part);
      }
    }
  }

  /** A tree of parameters: {@code state[1]['layers'][0]['wo']}. Leading numbers name a tuple. */
  private static String ofKeys(String location) {
    List<String> parts = new ArrayList<>();
    Matcher key = KEY.matcher(location);
    while (key.find()) {
      String name = key.group(1) != null ? key.group(1) : key.group(2);
      if (name != null) {
        parts.add(name);
      } else if (!parts.isEmpty()) {
        parts.add(key.group(3));
      }
    }
    // The last key is the parameter.
    List<String> path = parts.isEmpty() ? parts : parts.subList(0, parts.size() - 1);
    path = !path.isEmpty() && path.get(0).equals("params") ? path.subList(1, path.size()) : path;
    return path.isEmpty() ? WEIGHTS : group(path, ".");
  }

  /** Joins the parts up to the first with a number; without one, the first parts. */
  private static String group(List<String> parts, String by) {
    for (int i = 0; i < parts.size(); i++) {
      boolean number =
          by.equals("/") ? NUMBERED.matcher(parts.get(i)).matches() : numbered(parts.get(i));
      if (number) {
        return String.join(by, parts.subList(0, i + 1));
      }
    }
    return String.join(by, parts.subList(0, Math.min(MOST_PARTS, parts.size())));
  }

  /** Whether a part is a number, or ends in one behind a separator. */
  private static boolean numbered(String part) {
    return COUNTED.matcher(part).matches();
  }
}
