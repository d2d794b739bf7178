package io.tidemark.app.demo;

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

  private final List<Thread> writers = new ArrayList<>();
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();

  private DemoLogs() {}

  /** The paths of the logs in a folder; the files need not exist yet. */
  public static List<Path> files(Path folder) {
    return Arrays.stream(DemoLog.values()).map(log -> folder.resolve(log.fileName())).toList();
  }

  /** Writes into an existing folder until the process is ended: {@code FOLDER}. */
  public static void main(String[] arguments) throws InterruptedException {
    DemoLogs logs = start(Path.of(arguments[0]));
    for (Thread writer : logs.writers) {
      writer.join();
    }
    logs.check();
  }

  /** Starts writing into an existing folder. */
  public static DemoLogs start(Path folder) {
    DemoLogs logs = new DemoLogs();
    for (DemoLog log : DemoLog.values()) {
      Path file = folder.resolve(log.fileName());
      logs.begin(new Player(log::open, file, log.linesPerSecond()));
    }
    return logs;
  }

  private void begin(Player player) {
    Thread writer = new Thread(() -> play(player), "tidemark-demo");
    writer.setDaemon(true);
    writer.start();
    writers.add(writer);
  }

  private void play(Player player) {
    try {
      while (true) {
        player.playOnce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      failure.set(e);
    }
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
