package io.tidemark.app.logfile;

import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.generation.LineBatch;
import io.tidemark.ingest.generation.LineSplitter;
import io.tidemark.model.Refusal;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/** Cuts a complete log into the slices that a tailer would ship. */
public final class SlicedLog {

  private static final String GENERATION = "report";

  private final long timeMillis;
  private final Consumer<Slice> each;
  private final DoubleConsumer progress;
  private final LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);
  private final byte[] buffer = new byte[2 * Slice.TARGET_BYTES];

  private SlicedLog(long timeMillis, Consumer<Slice> each, DoubleConsumer progress) {
    this.timeMillis = timeMillis;
    this.each = each;
    this.progress = progress;
  }

  /** Thrown by a receiver of slices to end the reading; the log is not the cause. */
  public static final class Aborted extends RuntimeException {
    public Aborted(Throwable cause) {
      super(cause);
    }
  }

  /** A pass over a log, with its share of the time that all take. */
  public enum Pass {
    DATES(0.1),
    ANALYSIS(0.9);

    final double share;

    Pass(double share) {
      this.share = share;
    }
  }

  /** Passes every slice of the log on, as {@link #read(List, Consumer)}; its progress is shown. */
  public static void read(LogAtRest log, Pass pass, Consumer<Slice> each) throws LogFailure {
    read(log.files(), each, bytes -> log.progress().read(bytes * pass.share));
  }

  /**
   * Passes every slice of the files on, in order, with the time {@link #changed}.
   *
   * @throws LogFailure when a file cannot be read, or the receiver fails at a slice
   */
  public static void read(List<Path> files, Consumer<Slice> each) throws LogFailure {
    read(files, each, bytes -> {});
  }

  private static void read(List<Path> files, Consumer<Slice> each, DoubleConsumer progress)
      throws LogFailure {
    SlicedLog sliced = new SlicedLog(changed(files), each, progress);
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        sliced.read(in);
      } catch (LogFailure e) {
        throw e;
      } catch (IOException e) {
        throw LogFailure.reading(sliced.splitter.scanned(), e);
      }
    }
  }

  /** The last change of any of the files, in epoch milliseconds. */
  public static long changed(List<Path> files) throws LogFailure {
    long changed = 0;
    for (Path file : files) {
      try {
        changed = Math.max(changed, Files.getLastModifiedTime(file).toMillis());
      } catch (IOException e) {
        throw LogFailure.reading(0, e);
      }
    }
    return changed;
  }

  private void read(InputStream in) throws IOException {
    int read;
    while ((read = in.read(buffer)) >= 0) {
      for (LineBatch batch : splitter.feed(buffer, read)) {
        pass(batch);
      }
      progress.accept(read);
    }
    Optional<LineBatch> last = splitter.finish();
    if (last.isPresent()) {
      pass(last.get());
    }
  }

  private void pass(LineBatch batch) throws LogFailure {
    try {
      each.accept(batch.slice(GENERATION, timeMillis, timeMillis));
    } catch (Refusal | Aborted e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw LogFailure.analysing(batch.offset(), batch.end(), e);
    }
  }
}
