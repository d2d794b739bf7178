package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.DumpSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.ship.Outlet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One log over all its generations, the oldest first. The next one is read when the ones before it
 * are read to their present end; a renamed one is read on beside it, since its writer may be late.
 */
public final class Source {

  private final String name;
  private final @Nullable Path home;
  private final List<Generation> generations = new ArrayList<>();
  private @Nullable SourceProgress rested;
  private boolean rotated;
  private boolean accounted;
  private boolean wasUnseen = true;

  public Source(String name, @Nullable Path home) {
    this.name = name;
    this.home = home;
  }

  public String name() {
    return name;
  }

  public @Nullable Path home() {
    return home;
  }

  public List<Generation> generations() {
    return List.copyOf(generations);
  }

  /** The newest generation; those before it have lost their path to it. */
  public void add(Generation generation, Round round) {
    for (Generation before : generations) {
      if (before.place() instanceof Place.Live) {
        before.moved(new Place.Away(round.steadyMillis()));
      }
    }
    rotated |= !generations.isEmpty();
    generations.add(generation);
  }

  /** One that is older than the one at the log's path. */
  public void addOlder(Generation generation) {
    int at = 0;
    while (at < generations.size() && !(generations.get(at).place() instanceof Place.Live)) {
      at++;
    }
    generations.add(at, generation);
  }

  /** The file of a generation holds another one now. */
  public void succeed(Generation cut, Generation successor, long steadyMillis) {
    successor.moved(cut.place());
    cut.moved(new Place.Cut(steadyMillis));
    generations.add(generations.indexOf(cut) + 1, successor);
    rotated = true;
  }

  /** The same generation, of which a file is at hand again. */
  public void replace(Generation generation, Generation resumed) {
    generations.set(generations.indexOf(generation), resumed);
  }

  /** A path leads to the file of this key. */
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

  /** The generation of this id, while its file is taken for gone. */
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
   * Reads and ships what is at hand.
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

  /** Its file is one that an earlier tailer shipped to its end. */
  public void rest(SourceProgress then) {
    rested = then;
  }

  /** Its newest generation of which something is shipped, else the newest. */
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

  /** A file came in place of another, or one was cut, since the copies were accounted for. */
  public boolean rotated() {
    return rotated;
  }

  public void wasRotated() {
    rotated = true;
  }

  /** A whole generation may have come and gone, since nothing was seen of the present one. */
  public boolean unseen() {
    return wasUnseen || isUnseen();
  }

  /** The first bytes of its present generation are about to be read. */
  public boolean begins() {
    Generation live = live();
    return live != null && live.unborn() && live.reader().sizeBytes() > 0;
  }

  private boolean isUnseen() {
    Generation live = live();
    return live == null || !live.reader().seen();
  }

  /** Copies were accounted for at least once. */
  public boolean wasAccounted() {
    return accounted;
  }

  public void accounted() {
    rotated = false;
    accounted = true;
    wasUnseen = isUnseen();
  }

  /** All of the log that decides what a file beside it is. */
  private record State(
      List<Generation> generations,
      long cut,
      @Nullable Generation live,
      boolean rotated,
      boolean begun,
      boolean seen) {}

  /** Equal to one from before as long as the files beside the log are still what they were. */
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

  /** It is read as a document, which is written once and whole. */
  public boolean isDocument() {
    return generations.stream().anyMatch(g -> g.file() instanceof DumpSource);
  }

  /** Nothing is left to do for it now. */
  public boolean drained() {
    return generations.stream().allMatch(Generation::drained);
  }

  /** Keeps that its present generation begins, though it may have no line yet. */
  public void announce(Outlet outlet) {
    Generation live = live();
    if (live != null) {
      live.announce(outlet);
    }
  }

  /** Keeps how far it is acknowledged. */
  public void keep(Outlet outlet) {
    generations.forEach(generation -> generation.keep(outlet));
  }

  /** Keeps how far it is acknowledged and closes its files. */
  public void close(Outlet outlet) {
    keep(outlet);
    for (Generation generation : generations) {
      ByteSource.close(generation.file());
    }
  }
}
