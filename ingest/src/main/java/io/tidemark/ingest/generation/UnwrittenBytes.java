package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.FileSource;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.LineEnds;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * NUL bytes whose text may still come: on network file systems, in files that are allocated ahead,
 * and between two writers, the size grows before the text. Reading waits at the first of them.
 *
 * <ul>
 *   <li>At the end of the file: until text comes, or the file is over.
 *   <li>Before text: for {@link Round#openLineMillis} since the run was seen. Shorter runs than
 *       {@value #LEAST_RUN} bytes are part of the text.
 *   <li>At the start of the file and before text: not at all, since a writer that goes on at its
 *       old offset after a cut leaves such a hole.
 * </ul>
 */
final class UnwrittenBytes {

  private static final Logger LOG = LoggerFactory.getLogger(UnwrittenBytes.class);

  /** Longer than the zeros of any character set, and than most padded fields. */
  static final int LEAST_RUN = 64;

  private static final long NOWHERE = -1;

  private final String source;

  /** Offset of the run that reading waits for, and the end of it as far as it was examined. */
  private long start = NOWHERE;

  private long end;
  private long sinceMillis;
  private long sizeThen;
  private boolean endsInText;

  /** NUL bytes before this offset are read as they stand. */
  private long readTo;

  UnwrittenBytes(String source) {
    this.source = source;
  }

  /**
   * Number of the first {@code length} bytes, just read at {@code offset}, that may be taken. If it
   * is 0, the buffer may hold other bytes afterwards.
   */
  int written(FileSource file, long offset, byte[] bytes, int length, Round round)
      throws IOException {
    int run = round.once() ? length : firstRun(offset, bytes, length);
    if (run > 0 || length == 0) {
      return run;
    }
    int nuls = runLength(bytes, 0, length);
    if (start != offset) {
      end = offset > start && offset < end ? end : offset;
      start = offset;
      sinceMillis = round.steadyMillis();
      sizeThen = file.size();
    }
    end = nuls < length ? offset + nuls : Math.max(end, offset + nuls);
    endsInText = nuls < length || findText(file, bytes);
    if (endsInText && isDue(file, round)) {
      readTo = start == 0 ? end : Math.max(end, sizeThen);
    }
    return 0;
  }

  /** Examines the bytes behind the known part of the run; returns whether there is text. */
  private boolean findText(FileSource file, byte[] scratch) throws IOException {
    int n = file.read(end, scratch, scratch.length);
    int nuls = runLength(scratch, 0, n);
    end += nuls;
    return nuls < n;
  }

  private boolean isDue(FileSource file, Round round) {
    long length = end - start;
    if (start == 0 || length < LEAST_RUN) {
      return true;
    }
    boolean due = round.steadyMillis() - sinceMillis >= round.openLineMillis();
    if (due) {
      LOG.warn(
          "{}: {} NUL bytes from byte {} of {} are read as they stand, since no text came in their"
              + " place for {} s",
          source,
          length,
          start,
          TerminalText.of(file.label()),
          round.openLineMillis() / 1000);
    }
    return due;
  }

  /** Index of the first run that may be unwritten; {@code length} if there is none. */
  private int firstRun(long offset, byte[] bytes, int length) {
    int at = (int) Math.max(0, Math.min(length, readTo - offset));
    while (at < length) {
      at = LineEnds.next(bytes, at, length, (byte) 0);
      int nuls = runLength(bytes, at, length);
      if (nuls >= LEAST_RUN || at + nuls == length) {
        return at;
      }
      at += nuls;
    }
    return length;
  }

  private static int runLength(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] == 0) {
      at++;
    }
    return at - from;
  }

  /** Whether the bytes at this offset can be taken now, or more of the run can be examined. */
  boolean goesOn(long offset, long sizeBytes) {
    return readTo > offset || (!endsInText && end < sizeBytes);
  }

  /** Number of NUL bytes from this offset to the end of the file; 0 if text follows them. */
  long endOfFile(long offset) {
    return start == offset && !endsInText ? end - offset : 0;
  }
}
