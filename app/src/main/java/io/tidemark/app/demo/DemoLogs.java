package io.tidemark.app.demo;

import io.tidemark.app.simulate.Pace;
import io.tidemark.app.simulate.RotatedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Writes the logs of the demo until closed, each in its own thread and at an even rate. */
public final class DemoLogs implements AutoCloseable {

  /** The fastest log reaches this size in a quarter of an hour. */
  private static final long ROTATE_AT_BYTES = 16L << 20;

  private final List<Thread> writers = new ArrayList<>();
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();

  private DemoLogs() {}

  /** The paths of the logs in a folder; the files need not exist yet. */
  public static List<Path> files(Path folder) {
    return Arrays.stream(DemoLog.values()).map(log -> folder.resolve(log.fileName())).toList();
  }

  /**
   * Starts writing into an existing folder.
   *
   * @throws IOException when a log cannot be created there
   */
  public static DemoLogs start(Path folder) throws IOException {
    DemoLogs logs = new DemoLogs();
    try {
      for (DemoLog log : DemoLog.values()) {
        logs.write(log, new RotatedFile(folder.resolve(log.fileName()), ROTATE_AT_BYTES));
      }
    } catch (IOException e) {
      logs.close();
      throw e;
    }
    return logs;
  }

  private void write(DemoLog log, RotatedFile file) {
    Thread writer =
        new Thread(
            () -> {
              try (file) {
                log.simulator()
                    .writeTo(
                        file,
                        Pace.linesPerSecond(log.linesPerSecond(), Pace.Sleeper.startingNow()));
              } catch (IOException e) {
                failure.set(e);
              }
            },
            "tidemark-demo-" + log.fileName());
    writer.setDaemon(true);
    writer.start();
    writers.add(writer);
  }

  /** Rethrows the failure that ended a log, if any. */
  public void check() {
    IOException e = failure.get();
    if (e != null) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends each log at the end of a line. */
  @Override
  public void close() {
    writers.forEach(Thread::interrupt);
    for (Thread writer : writers) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
