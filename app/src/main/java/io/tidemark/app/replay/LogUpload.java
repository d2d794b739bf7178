package io.tidemark.app.replay;

import io.tidemark.app.logfile.LogAtRest;
import io.tidemark.app.logfile.SlicedLog;
import io.tidemark.ingest.ship.Outlet;
import io.tidemark.model.log.Slice;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Ships one complete log through a running pipeline, in the slices that a tailer would ship, each
 * when it is due. The generation is a hash of the log, so the streams job drops slices that it
 * already has. The same log under the same name counts once, and a stopped replay continues.
 */
public final class LogUpload {

  private static final long LOOK_MILLIS = 5;

  private final LogAtRest log;
  private final String source;
  private final LogSurvey survey;
  private final ReplayPace pace;
  private final Sender sender;
  private final long startMillis;
  private long sentMillis;
  private long sentBytes;
  private long shippedBytes;
  private long shippedLines;
  private boolean rested;
  private boolean stopped;

  /**
   * The connection to the broker.
   *
   * @param progress receives the status after each step
   */
  public record Sender(Outlet outlet, WallClock clock, Consumer<UploadStatus> progress) {}

  private LogUpload(
      LogAtRest log, String source, LogSurvey survey, ReplayPace pace, Sender sender) {
    this.log = log;
    this.source = source;
    this.survey = survey;
    this.pace = pace;
    this.sender = sender;
    this.startMillis = sender.clock().millis();
    this.sentMillis = startMillis;
  }

  /** Ships the log and waits for the broker's acknowledgement, or until the clock stops it. */
  public static UploadStatus ship(
      LogAtRest log, String source, ReplayTimes times, ReplayPace pace, Sender sender)
      throws IOException, InterruptedException {
    LogUpload upload = new LogUpload(log, source, LogSurvey.of(log, times), pace, sender);
    upload.run();
    return upload.status();
  }

  private void run() throws IOException, InterruptedException {
    try {
      SlicedLog.read(log.files(), this::ship);
    } catch (SlicedLog.Aborted e) {
      if (e.getCause() instanceof InterruptedException cause) {
        throw cause;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
    rest();
    while ((shippedBytes < sentBytes || !rested) && !stopped) {
      settle();
    }
  }

  /** Says that nothing follows, which decides what waits for a further line. */
  private void rest() throws InterruptedException {
    while (!stopped && !sender.outlet().hasRoom()) {
      settle();
    }
    rested = stopped || sentBytes == 0;
    if (rested) {
      return;
    }
    long millis = pace.retime() ? sentMillis : survey.times().millisAt(survey.length());
    sender
        .outlet()
        .send(
            source, Slice.rest(survey.generation(), survey.length(), millis), () -> rested = true);
  }

  private void ship(Slice slice) {
    try {
      for (Slice piece : survey.times().cut(slice, pace.mostMillis())) {
        send(piece);
      }
    } catch (InterruptedException | RuntimeException e) {
      // The broker or the pipeline failed, not the log.
      throw new SlicedLog.Aborted(e);
    }
  }

  private void send(Slice piece) throws InterruptedException {
    long due = due(piece.toMillis());
    while (!stopped && (sender.clock().millis() < due || !sender.outlet().hasRoom())) {
      settle();
    }
    if (stopped) {
      return;
    }
    Slice sent = replayed(piece);
    sentBytes += sent.length();
    sender.outlet().send(source, sent, () -> acknowledged(sent));
    sender.outlet().settle();
  }

  private void acknowledged(Slice slice) {
    shippedBytes += slice.length();
    shippedLines += slice.lines();
  }

  private void settle() throws InterruptedException {
    sender.outlet().settle();
    sender.progress().accept(status());
    stopped |= !sender.clock().await(sender.clock().millis() + LOOK_MILLIS);
  }

  private long due(long ownMillis) {
    return startMillis + pace.dueMillis(ownMillis - survey.times().millisAt(0));
  }

  /** The slice with this upload's generation, its times shifted for a retimed replay. */
  private Slice replayed(Slice piece) {
    long from = piece.fromMillis();
    long to = piece.toMillis();
    if (pace.retime()) {
      long now = sender.clock().millis();
      from = pace.limited() ? due(from) : sentMillis;
      to = pace.limited() ? due(to) : now;
      sentMillis = now;
    }
    return new Slice(
        survey.generation(),
        piece.offset(),
        piece.length(),
        piece.lines(),
        piece.truncated(),
        piece.unterminated(),
        from,
        to,
        piece.bytes());
  }

  private UploadStatus status() {
    long millis = sender.clock().millis() - startMillis;
    long length = survey.length();
    long left =
        pace.limited()
            ? due(survey.times().millisAt(length)) - startMillis - millis
            : shippedBytes == 0 ? 0 : millis * (length - shippedBytes) / shippedBytes;
    return new UploadStatus(
        source,
        survey.generation(),
        new UploadStatus.Acknowledged(shippedLines, shippedBytes),
        length,
        millis,
        Math.max(0, left),
        survey.times().dates());
  }

  /** The wall clock, and waiting for a time on it. */
  public interface WallClock {

    /** Now, in epoch milliseconds. */
    long millis();

    /**
     * Waits until {@code untilMillis}; returns at once when that is past.
     *
     * @return false when the replay has to stop
     */
    boolean await(long untilMillis) throws InterruptedException;
  }
}
