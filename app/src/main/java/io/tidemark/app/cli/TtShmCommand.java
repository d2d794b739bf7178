package io.tidemark.app.cli;

import io.tidemark.app.shm.RegionLines;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "tt-shm", mixinStandardHelpOptions = true)
final class TtShmCommand implements Callable<Integer> {

  @Option(names = "--folder", paramLabel = "DIR")
  Path folder = Path.of("/dev/shm");

  @Option(names = "--every", paramLabel = "DURATION")
  String every = "1s";

  @Option(names = "--once")
  boolean once;

  @Override
  public Integer call() throws IOException, InterruptedException {
    long pause = Durations.positive("--every", every).toMillis();
    if (!Files.isDirectory(folder)) {
      throw new Refusal("--folder %s: want a folder that is there".formatted(folder));
    }
    RegionLines regions =
        new RegionLines(
            folder, pid -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent());
    try (StopSignal stop = new StopSignal()) {
      boolean more = true;
      boolean first = true;
      while (more) {
        regions.look().forEach(line -> System.out.println(TerminalText.of(line)));
        System.out.flush();
        if (first && regions.isEmpty()) {
          System.err.println(TerminalText.of(regions.absence(once)));
        }
        first = false;
        more = !once && !stop.asked().await(pause, TimeUnit.MILLISECONDS);
      }
    }
    return 0;
  }
}
