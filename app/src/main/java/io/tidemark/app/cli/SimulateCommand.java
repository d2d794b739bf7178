package io.tidemark.app.cli;

import io.tidemark.app.simulate.Format;
import io.tidemark.app.simulate.Pace;
import io.tidemark.app.simulate.RotatedFile;
import io.tidemark.app.simulate.Scenario;
import io.tidemark.app.simulate.Simulator;
import io.tidemark.model.Refusal;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = "Writes a realistic log; the same seed gives the same bytes.",
    footer = "Example: tidemark simulate tenstorrent --scenario climbing --lines 1000 --seed 7")
final class SimulateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FORMAT", description = "tenstorrent or tpu-mlir")
  String format = "";

  @Option(
      names = "--rate",
      paramLabel = "LINES_PER_S",
      description = {
        "lines written per second",
        "allowed: a whole number above 0",
        "default: unlimited"
      })
  @Nullable Long rate;

  @Option(
      names = "--lines",
      paramLabel = "N",
      description = {
        "length of the log in lines",
        "allowed: a whole number above 0",
        "default: endless"
      })
  @Nullable Long lines;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = {
        "seed of everything that varies in the log",
        "allowed: a whole number",
        "default: ${DEFAULT-VALUE}"
      })
  long seed = 1;

  @Option(
      names = "--scenario",
      defaultValue = "steady",
      paramLabel = "NAME",
      description = {
        "course of memory use over the log",
        "allowed: steady, climbing, fragmentation, spike, oom",
        "default: ${DEFAULT-VALUE}"
      })
  String scenario = "steady";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = {
        "file that the log is written to",
        "allowed: a file in a writable folder; an existing one is overwritten, with --rotate-at"
            + " continued",
        "default: standard output"
      })
  @Nullable Path out;

  @Option(
      names = "--rotate-at",
      paramLabel = "SIZE",
      description = {
        "with --out: renames the file to FILE.1 at this size and begins a new one",
        SizeText.ALLOWED,
        "default: never"
      })
  @Nullable String rotateAt;

  @Override
  public Integer call() throws Exception {
    Simulator simulator =
        new Simulator(
            new Simulator.Options(
                Format.named(format),
                seed,
                Scenario.named(scenario),
                lines == null ? OptionalLong.empty() : OptionalLong.of(lines)));
    Pace pace =
        rate == null ? Pace.unlimited() : Pace.linesPerSecond(rate, Pace.Sleeper.startingNow());
    OptionalLong rotateAtBytes = SizeText.bytes("--rotate-at", rotateAt);
    if (out == null) {
      if (rotateAtBytes.isPresent()) {
        throw new Refusal("--rotate-at: standard output cannot be renamed; want --out FILE");
      }
      simulator.writeTo(System.out, pace);
    } else {
      try (OutputStream stream = new BufferedOutputStream(open(out, rotateAtBytes))) {
        simulator.writeTo(stream, pace);
      }
    }
    return 0;
  }

  private static OutputStream open(Path file, OptionalLong rotateAtBytes) throws IOException {
    return rotateAtBytes.isPresent()
        ? new RotatedFile(file, rotateAtBytes.getAsLong())
        : Files.newOutputStream(file);
  }
}
