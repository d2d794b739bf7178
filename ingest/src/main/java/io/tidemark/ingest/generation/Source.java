package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.DumpSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.ship.Outlet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One log with all its generations, the oldest first. A generation is read when the older ones are
 * read to their present end. A renamed one is read along with newer ones, since its writer may
 * still append.
 */
public final class Source {

  private final String name;
  private final @Nullable Path home;
  private final Map<String, String> labels;
  private final List<Generation> generations = new ArrayList<>();
  private @Nullable SourceProgress rested;
  private boolean rotated;
  private boolean accounted;
  private boolean wasUnseen = true;

  /**
   * @param labels that its path states
   */
  public Source(String name, @Nullable Path home, Map<String, String> labels) {
    this.name = name;
    this.home = home;
    this.labels = labels;
  }

  public String name() {
    return name;
  }

  Map<String, String> labels() {
    return labels;
  }

  /** The path of the log; standard input has none. */
  public Path home() {
    return Objects.requireNonNull(home);
  }

  /** The same; {@code null} for standard input. */
  public @Nullable Path homeOrNull() {
    return home;
  }

  public List<Generation> generations() {
    return List.copyOf(generations);
  }

  /** Adds the newest generation; the log's path no longer leads to the older ones. */
  public void add(Generation generation, Round round) {
    for (Generation before : generations) {
      if (before.place() instanceof Place.Live) {
        before.moved(new Place.Away(round.steadyMillis()));
      }
    }
    rotated |= !generations.isEmpty();
    generations.add(generation);
  }

  /** Adds a generation that is older than the one at the log's path, and newer than the others. */
  public void addOlder(Generation generation) {
    int at = 0;
    while (at < generations.size() && !isAtHome(generations.get(at))) {
      at++;
    }
    generations.add(at, generation);
  }

  /** One that was renamed just now is still taken for live, and is older than what came since. */
  private boolean isAtHome(Generation generation) {
    return generation.place() instanceof Place.Live
        && (!(generation.file() instanceof FileSource file)
            || (file.path().equals(home) && !file.isLost()));
  }

  /** Adds the generation that replaced {@code cut} in the same file. */
  public void succeed(Generation cut, Generation successor, long steadyMillis) {
    successor.moved(cut.place());
    cut.moved(new Place.Cut(steadyMillis));
    generations.add(generations.indexOf(cut) + 1, successor);
    rotated = true;
  }

  /** Replaces a generation by itself with an open file. */
  public void replace(Generation generation, Generation resumed) {
    generations.set(generations.indexOf(generation), resumed);
  }

  /** The generation with a line that is next before this one; {@code null} for none. */
  public @Nullable Generation before(GenerationName name) {
    Generation before = null;
    for (Generation generation : generations) {
      if (generation.name() == name) {
        return before;
      }
      before = generation.unread() ? before : generation;
    }
    return null;
  }

  /** Records that a path leads to the file with this key. */
  public void seenAt(String fileKey, Path path) {
    boolean successor = false;
    for (int i = generations.size() - 1; i >= 0; i--) {
      Generation generation = generations.get(i);
      if (generation.file() instanceof FileSource file
          && file.fileKey().equals(fileKey)
          && !generation.isCut()) {
        file.seenAt(path);
        boolean replaced = successor && !path.equals(home);
        if (generation.place() instanceof Place.Away) {
          generation.moved(replaced ? generation.place() : new Place.Live());
        }
      }
      successor |= generation.place() instanceof Place.Live;
    }
  }

  /** The generation with this id if its file counts as gone; else {@code null}. */
  public @Nullable Generation goneFileOf(String id) {
    for (Generation generation : generations) {
      if (generation.awaitsCopy()
          && generation.file() instanceof GoneFile
          && id.equals(generation.name().id())) {
        return generation;
      }
    }
    return null;
  }

  public boolean follows(String fileKey) {
    return generations.stream().anyMatch(g -> !g.isCut() && fileKey.equals(g.file().fileKey()));
  }

  /**
   * Reads and ships the data at hand.
   *
   * @return whether more is at hand
   */
  public boolean poll(Round round) {
    boolean more = false;
    boolean mayRead = true;
    for (Generation generation : generations()) {
      if (mayRead) {
        more |= generation.poll(round);
        mayRead = generation.passed();
      } else {
        generation.observe();
      }
    }
    return more;
  }

  public void remove(Generation generation) {
    rested = generation.progress();
    generations.remove(generation);
  }

  /** Records the progress of a file that an earlier tailer shipped to its end. */
  public void rest(SourceProgress then) {
    rested = then;
  }

  /** Progress of the newest generation with shipped bytes, else of the newest. */
  public @Nullable SourceProgress progress() {
    for (int i = generations.size() - 1; i >= 0; i--) {
      if (generations.get(i).shippedBytes() > 0) {
        return generations.get(i).progress();
      }
    }
    if (rested != null && !generations.isEmpty() && rested.shippedBytes() > 0) {
      return rested;
    }
    return generations.isEmpty() ? rested : generations.get(generations.size() - 1).progress();
  }

  /** The generation in the file at the log's own path. */
  public @Nullable Generation live() {
    Generation live = null;
    for (Generation generation : generations) {
      boolean here = !(generation.file() instanceof FileSource file) || file.path().equals(home);
      live = here && generation.place() instanceof Place.Live ? generation : live;
    }
    return live;
  }

  /** Whether a file was replaced or cut since the copies were accounted for. */
  public boolean rotated() {
    return rotated;
  }

  public void wasRotated() {
    rotated = true;
  }

  /**
   * Whether a whole generation may have come and gone, because too little of the present one was
   * seen.
   */
  public boolean unseen() {
    return wasUnseen || isUnseen();
  }

  /** Whether the first bytes of the present generation are about to be read. */
  public boolean begins() {
    Generation live = live();
    return live != null && live.unread() && live.reader().sizeBytes() > 0;
  }

  private boolean isUnseen() {
    Generation live = live();
    return live == null || !live.reader().seen();
  }

  /** Whether the copies were accounted for at least once. */
  public boolean wasAccounted() {
    return accounted;
  }

  public void accounted() {
    rotated = false;
    accounted = true;
    wasUnseen = isUnseen();
  }

  /** Everything of the log that decides what a file beside it is. */
  private record State(
      List<Generation> generations,
      long cut,
      @Nullable Generation live,
      boolean rotated,
      boolean begun,
      boolean seen) {}

  /** An object that stays equal as long as the verdicts on files beside the log stay valid. */
  public Object state() {
    Generation live = live();
    return new State(
        generations(),
        generations.stream().filter(Generation::isCut).count(),
        live,
        rotated,
        live != null && live.reader().sizeBytes() > 0,
        live != null && live.reader().seen());
  }

  /** Whether it is a document, which is written once and completely. */
  public boolean isDocument() {
    return generations.stream().anyMatch(g -> g.file() instanceof DumpSource);
  }

  /** When the oldest byte was seen that the broker has not acknowledged; empty if none waits. */
  public OptionalLong oldestMillis(long nowMillis, LongConsumer shipped) {
    return generations.stream()
        .map(generation -> generation.oldestMillis(nowMillis, shipped))
        .flatMapToLong(OptionalLong::stream)
        .min();
  }

  /** Whether nothing is left to do for it now. */
  public boolean drained() {
    return generations.stream().allMatch(Generation::drained);
  }

  /** Whether only a change or a silence decides what comes next: at most one file, at its path. */
  public boolean still() {
    return !isDocument()
        && (generations.isEmpty()
            || (generations.size() == 1 && live() != null && generations.get(0).still()));
  }

  /**
   * Records that it has not changed.
   *
   * @return whether that is all, see {@link Reader#still}
   */
  public boolean still(Round round) {
    boolean all = true;
    for (Generation generation : generations) {
      all &= generation.reader().still(round);
    }
    return all;
  }

  /** Stores the start of each generation, even if it has no line yet. */
  public void announce(Outlet outlet) {
    generations.forEach(generation -> generation.announce(outlet));
  }

  /** Stores how far it is acknowledged. */
  public void keep(Outlet outlet) {
    generations.forEach(generation -> generation.keep(outlet));
  }

  /** Stores how far it is acknowledged and closes its files. */
  public void close(Outlet outlet) {
    keep(outlet);
    for (Generation generation : generations) {
      ByteSource.close(generation.file());
    }
  }
}
