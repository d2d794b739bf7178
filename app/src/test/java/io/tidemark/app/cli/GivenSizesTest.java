package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Sizes have the same options in every command that computes figures. */
@Timeout(20)
class GivenSizesTest {

  private static final List<String> SIZES =
      List.of(
          "--device-memory",
          "--model-size",
          "--optimizer-size",
          "--gradients-size",
          "--use-actual-sizes");

  @TempDir Path folder;

  private Callable<?> command(String name, List<String> options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(name));
    arguments.addAll(options);
    if (name.equals("streams")) {
      arguments.addAll(List.of("--bootstrap-servers", "127.0.0.1:1"));
    } else {
      arguments.add(Files.writeString(folder.resolve("a.log"), "text\n").toString());
    }
    CommandLine line = Tidemark.commandLine();
    Object made =
        line.parseArgs(arguments.toArray(String[]::new)).subcommand().commandSpec().userObject();
    return (Callable<?>) made;
  }

  private static Stream<String> commands() {
    return Stream.of("watch", "streams", "replay", "report");
  }

  @Test
  void everyCommandThatComputesFiguresTakesTheSameSizes() {
    assertThat(commands())
        .allSatisfy(
            name -> {
              CommandSpec spec = Tidemark.commandLine().getSubcommands().get(name).getCommandSpec();
              assertThat(SIZES).allMatch(size -> spec.findOption(size) != null);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch", "streams", "replay", "report"})
  void aDeviceOfTwelveIsNotTwelveBytes(String name) throws IOException {
    Callable<?> alone = command(name, List.of("--device-memory", "12"));
    Callable<?> withChip = command(name, List.of("--chip", "bm1688", "--device-memory", "12"));

    String why = "--device-memory 12: want a unit for less than 1 MiB, e.g. 12GiB";
    assertThatThrownBy(alone::call).isInstanceOf(Refusal.class).hasMessageStartingWith(why);
    assertThatThrownBy(withChip::call).isInstanceOf(Refusal.class).hasMessageStartingWith(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch", "streams", "replay", "report"})
  void aDeviceOfNoBytesIsRefused(String name) throws IOException {
    Callable<?> none = command(name, List.of("--device-memory", "0GiB"));
    assertThatThrownBy(none::call)
        .isInstanceOf(Refusal.class)
        .hasMessage("--device-memory 0GiB: want more than 0, e.g. 12GiB");
  }

  @Test
  void anOptimizerWithoutStateIsExpectedToHoldNothing() {
    LogOptions log = new LogOptions();
    log.optimizer = "0";
    assertThat(log.sizes().optimizer()).hasValue(0);
  }
}
