package io.tidemark.app.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;
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

  /** A recorded log. Together they show steady use, a crash, fragmentation and a compiler. */
  private enum DemoLog {
    SERVING(50),
    CRASHING(100),
    FRAGMENTING(50),
    COMPILING(50);

    private final int linesPerSecond;

    DemoLog(int linesPerSecond) {
      this.linesPerSecond = linesPerSecond;
    }

    String fileName() {
      return name().toLowerCase(Locale.ROOT) + ".log";
    }

    int linesPerSecond() {
      return linesPerSecond;
    }

    BufferedReader open() throws IOException {
      String name = fileName() + ".gz";
      return new BufferedReader(
          new InputStreamReader(
              new GZIPInputStream(
                  Objects.requireNonNull(DemoLog.class.getResourceAsStream(name), name)),
              UTF_8));
    }
  }

  /** Writes a recorded log to a file at an even rate, as its program did. */
  record Player(Recording recording, Path file, int linesPerSecond) {

    /** Opens the recorded lines. */
    interface Recording {
      BufferedReader open() throws IOException;
    }

    /**
     * Appends the whole log, then renames it to {@code NAME.1}, as a log rotation does; an older
     * file with that name is replaced. An interrupt ends it between two lines.
     */
    void playOnce() throws IOException, InterruptedException {
      long start = System.nanoTime();
      try (BufferedReader lines = recording.open();
          OutputStream out = new FileOutputStream(file.toFile(), true)) {
        long written = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          long due = start + TimeUnit.SECONDS.toNanos(written++) / linesPerSecond;
          TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
          out.write((line + "\n").getBytes(UTF_8));
        }
      }
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
