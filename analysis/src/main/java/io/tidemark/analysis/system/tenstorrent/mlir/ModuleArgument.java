package io.tidemark.analysis.system.tenstorrent.mlir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a module's {@code @main}, as declared in the {@code shlo_frontend} dump.
 *
 * @param ssa its name in the program, such as {@code %arg0}
 * @param name the framework's name; {@code null} if the dump has none
 * @param type {@code parameter}, {@code constant}, {@code input} or {@code unknown}
 */
public record ModuleArgument(
    int index, String ssa, @Nullable String name, String type, MlirTensor tensor) {

  private static final String MAIN = "func.func @main(";
  private static final String ARGUMENT_TYPE = "#ttcore.argument_type<";
  private static final String NAME = "ttir.name = \"";

  /** Parses the arguments that a line declares; empty if it declares no {@code @main}. */
  public static List<ModuleArgument> declared(String line) {
    int main = line.indexOf(MAIN);
    if (main < 0) {
      return List.of();
    }
    int open = main + MAIN.length() - 1;
    int past = Brackets.past(line, open);
    List<ModuleArgument> arguments = new ArrayList<>();
    for (String declared : Brackets.split(line.substring(open + 1, Math.max(open + 1, past - 1)))) {
      List<MlirTensor> tensors = MlirTensor.all(declared);
      int colon = declared.indexOf(':');
      if (colon > 0 && !tensors.isEmpty()) {
        String type = between(declared, ARGUMENT_TYPE, '>');
        arguments.add(
            new ModuleArgument(
                arguments.size(),
                declared.substring(0, colon).strip(),
                between(declared, NAME, '"'),
                type == null ? "unknown" : type,
                tensors.get(0)));
      }
    }
    return arguments;
  }

  private static @Nullable String between(String text, String before, char after) {
    int from = text.indexOf(before);
    int to = from < 0 ? -1 : text.indexOf(after, from + before.length());
    return to < 0 ? null : text.substring(from + before.length(), to);
  }

  /** Whether it is a parameter or a constant, which stays allocated between submissions. */
  public boolean weight() {
    return type.equals("parameter") || type.equals("constant");
  }
}
