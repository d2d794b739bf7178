package io.tidemark.ingest.follow;

import io.tidemark.ingest.ship.Outlet;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One log over all its lives. They are shipped one after the other: the next one begins when the
 * end of the one before is kept, though its file is opened as soon as it is seen, so that no
 * further rotation can take it away.
 */
final class Source {

  /** A file that no path names any more may still be written to; so long after the last write. */
  private static final long GONE_AFTER_MILLIS = 5 * 60_000;

  /**
   * So long after its last byte or its renaming a file is read on: its writer is told only
   * afterwards.
   */
  private static final long REPLACED_AFTER_MILLIS = 1_000;

  private final String name;
  private final Deque<Generation> lives = new ArrayDeque<>();
  private @Nullable Generation last;
  private @Nullable SourceProgress rested;
  private long seenMillis;
  private long silentSinceMillis;
  private long newestBirthNanos;

  Source(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** A file that came after the ones there are. */
  void add(Generation life, long steadyMillis) {
    Generation front = lives.peek();
    if (front == null) {
      seenMillis = steadyMillis;
      last = life;
    } else {
      front.forgetEnds();
      silentSinceMillis = steadyMillis;
    }
    lives.add(life);
  }

  /** It had a life that was born then; 0 where that is not known. */
  void hadBirth(long bornNanos) {
    newestBirthNanos = Math.max(newestBirthNanos, bornNanos);
  }

  /** When the newest of its lives was born, 0 where that is not known. */
  long newestBirthNanos() {
    lives.forEach(life -> hadBirth(life.origin().bornNanos()));
    return newestBirthNanos;
  }

  /** A path still leads to the file of this key. */
  void seenAt(String fileKey, Path path, long steadyMillis) {
    for (Generation life : lives) {
      if (life.origin() instanceof FileSource file && file.fileKey().equals(fileKey)) {
        file.seenAt(path);
      }
    }
    Generation front = lives.peek();
    if (front != null && fileKey.equals(front.origin().fileKey())) {
      seenMillis = steadyMillis;
    }
  }

  boolean follows(String fileKey) {
    return lives.stream().anyMatch(life -> fileKey.equals(life.origin().fileKey()));
  }

  /**
   * Reads and ships what is at hand of its present life.
   *
   * @return whether more is at hand
   */
  boolean poll(Round round) {
    Generation front = lives.peek();
    if (front == null) {
      return false;
    }
    boolean more = front.poll(round);
    if (front.endsSeen() == 0) {
      seenMillis = round.steadyMillis();
      silentSinceMillis = round.steadyMillis();
    }
    boolean replaced = lives.size() > 1 && front.endsSeen() > 0 && isLeft(front, round);
    boolean gone =
        front.origin() instanceof FileSource
            && front.endsSeen() > 1
            && round.steadyMillis() - seenMillis > GONE_AFTER_MILLIS;
    if (replaced || gone) {
      front.finish(round);
    }
    return more;
  }

  /** Nobody writes to the file any more: its writer has gone on, twice even, or is long silent. */
  private boolean isLeft(Generation front, Round round) {
    boolean silent = round.steadyMillis() - silentSinceMillis >= REPLACED_AFTER_MILLIS;
    return round.once() || (front.endsSeen() > 1 && (lives.size() > 2 || silent));
  }

  /** Its file is one that an earlier tailer shipped to its end. */
  void rest(SourceProgress then) {
    rested = then;
  }

  /** Its present life, or the last one it had. */
  @Nullable SourceProgress progress() {
    return last == null ? rested : last.progress();
  }

  @Nullable Generation present() {
    return lives.peek();
  }

  /** The file of its present life was cut or rewritten, and nobody reads it from its start yet. */
  boolean wantsRestart() {
    Generation front = lives.peek();
    return front != null
        && front.rewritten()
        && lives.stream().filter(life -> life.origin() == front.origin()).count() == 1;
  }

  /** Puts a life in the place of the present one, which is over. */
  void succeed(Generation successor) {
    Generation over = lives.remove();
    lives.addFirst(successor);
    lives.addFirst(over);
  }

  /** Goes on to the next life. */
  Generation leave(long steadyMillis) {
    newestBirthNanos();
    Generation left = lives.remove();
    Generation next = lives.peek();
    if (next == null || next.origin() != left.origin()) {
      left.close();
    }
    if (next != null) {
      last = next;
      seenMillis = steadyMillis;
    }
    return left;
  }

  /** Nothing is left to do for it now. */
  boolean drained() {
    Generation front = lives.peek();
    return front == null || (lives.size() == 1 && front.drained());
  }

  /** Keeps how far it is acknowledged and closes its files. */
  void close(Outlet outlet) {
    for (Generation life : lives) {
      life.keep(outlet);
      life.close();
    }
  }
}
