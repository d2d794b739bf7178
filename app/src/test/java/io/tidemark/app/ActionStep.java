package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The step of action.yml as a runner starts it: with the variables of the runner and exactly those
 * of the step, whose expressions take the inputs and their defaults.
 */
final class ActionStep {

  static final Path ROOT = Samples.root();
  static final String FAILED = ROOT.resolve("examples/tenstorrent.log").toString();
  static final String GOOD = ROOT.resolve("examples/tpu-mlir.log").toString();

  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ (\\w+)\\.([\\w.-]+) }}");

  private final Path folder;
  private final Map<String, String> inputs = new HashMap<>();
  private final Map<String, String> context = new HashMap<>();
  private final Map<String, String> runner = new HashMap<>();
  private String printed = "";

  /** The program is found on the PATH, so that nothing is fetched or built. */
  ActionStep(Path folder) {
    this.folder = folder;
    runner.put("GITHUB_ACTIONS", "true");
    runner.put("GITHUB_ACTION_PATH", ROOT.toString());
    runner.put("GITHUB_STEP_SUMMARY", summary().toString());
    runner.put("GITHUB_OUTPUT", folder.resolve("output").toString());
    runner.put("RUNNER_TEMP", folder.toString());
    runner.put("PATH", ROOT + ":" + System.getenv("PATH"));
  }

  static Map<?, ?> action() throws IOException {
    return new Yaml(new SafeConstructor(new LoaderOptions()))
        .load(Files.readString(ROOT.resolve("action.yml")));
  }

  private static Map<?, ?> step() throws IOException {
    Map<?, ?> runs = (Map<?, ?>) action().get("runs");
    return (Map<?, ?>) ((Iterable<?>) runs.get("steps")).iterator().next();
  }

  ActionStep with(String input, String value) {
    inputs.put(input, value);
    return this;
  }

  /** A value of the context {@code github}. */
  ActionStep context(String name, String value) {
    context.put(name, value);
    return this;
  }

  /** A variable that the runner sets. */
  ActionStep runner(String name, String value) {
    runner.put(name, value);
    return this;
  }

  Path summary() {
    return folder.resolve("summary.md");
  }

  /** The job's log. */
  String printed() {
    return printed;
  }

  /** Runs the step and returns its exit code. */
  int run() throws Exception {
    Path script = folder.resolve("step.sh");
    Files.writeString(script, step().get("run") + "\n");
    ProcessBuilder bash =
        new ProcessBuilder(
            "/bin/bash", "--noprofile", "--norc", "-e", "-o", "pipefail", script.toString());
    bash.environment().clear();
    bash.environment().putAll(runner);
    for (Map.Entry<?, ?> variable : ((Map<?, ?>) step().get("env")).entrySet()) {
      bash.environment().put(variable.getKey().toString(), value(variable.getValue().toString()));
    }
    try (Program program = Program.of(bash, folder.resolve("printed.txt"))) {
      int code = program.exit();
      printed = program.printed() + program.complained();
      return code;
    }
  }

  private String value(String text) throws IOException {
    Matcher expression = EXPRESSION.matcher(text);
    assertThat(expression.matches()).as(text).isTrue();
    String name = expression.group(2);
    return expression.group(1).equals("inputs") ? input(name) : context.getOrDefault(name, "");
  }

  private String input(String name) throws IOException {
    Map<?, ?> declared = (Map<?, ?>) ((Map<?, ?>) action().get("inputs")).get(name);
    assertThat(declared).as("input %s", name).isNotNull();
    String given = inputs.get(name);
    return given != null ? given : String.valueOf(declared.get("default"));
  }
}
