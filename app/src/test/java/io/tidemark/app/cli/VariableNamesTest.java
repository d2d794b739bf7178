package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A program inherits the variables of the file that starts it, and one named like an option sets
 * that option. So each such name is listed here as intended.
 */
class VariableNamesTest {

  private static final Path ROOT = Samples.root();

  /** A variable that is set, not one that is read. */
  private static final Pattern SET = Pattern.compile("(?<![\\w${])TIDEMARK_\\w+(?=[:=])");

  private static Set<String> options(String commands) {
    return Arrays.stream(commands.split(" "))
        .flatMap(
            name ->
                Tidemark.commandLine(name)
                    .getSubcommands()
                    .get(name)
                    .getCommandSpec()
                    .options()
                    .stream())
        .map(option -> Tidemark.environment(option.longestName()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> set(String place) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve(place))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.readString(file)
            .lines()
            .filter(line -> !line.strip().startsWith("#"))
            .flatMap(line -> SET.matcher(line).results())
            .forEach(found -> names.add(found.group()));
      }
    }
    return names;
  }

  @ParameterizedTest
  @CsvSource({
    "action.yml,         compare history,             ''",
    "action,             compare history,             ''",
    "docker-compose.yml, ingest streams sink topics,  BOOTSTRAP_SERVERS CHIP DEVICE_MEMORY FORMAT FROM METRICS_HOST NO_CREATE_TOPICS SOURCE_PREFIX THRESHOLD",
    "compose,            ingest streams sink topics,  BOOTSTRAP_SERVERS CONFIG WEB_CONFIG",
    "deploy/kubernetes,  ingest streams sink topics,  BOOTSTRAP_SERVERS EXTERNAL_URL LOG_FORMAT NO_CREATE_TOPICS",
    "dist,               watch ingest streams sink,   BOOTSTRAP_SERVERS DATA METRICS_PORT STATE"
  })
  void aVariableIsNamedLikeAnOptionOnlyWhereThatOptionIsMeant(
      String place, String started, String intended) throws IOException {
    Set<String> meant =
        Stream.of(intended.split(" "))
            .filter(name -> !name.isEmpty())
            .map("TIDEMARK_"::concat)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> named = set(place);
    named.retainAll(options(started));
    assertThat(named).isEqualTo(meant);
  }

  @Test
  void theScriptOfTheActionHasNamesOfItsOwn() throws IOException {
    String read = Files.readString(ROOT.resolve("action/gate.sh"));
    assertThat(set("action.yml")).isEmpty();
    assertThat(set("action")).isEmpty();
    assertThat(
            Pattern.compile("GATE_\\w+(?=:)")
                .matcher(Files.readString(ROOT.resolve("action.yml")))
                .results())
        .isNotEmpty()
        .allMatch(name -> read.contains("${" + name.group()));
  }
}
