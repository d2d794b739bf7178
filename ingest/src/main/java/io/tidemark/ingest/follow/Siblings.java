package io.tidemark.ingest.follow;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files beside a log, or in a folder of old logs, that by their names it was rotated to. */
final class Siblings {

  private final RotationPolicy policy;
  private final FolderListings listings = new FolderListings();
  private final Map<String, Pattern> patterns = new HashMap<>();
  private final Map<Path, Seen> seen = new HashMap<>();

  Siblings(RotationPolicy policy) {
    this.policy = policy;
  }

  /** What a file looks like from outside; one of another shape holds something else. */
  record Sibling(Path path, String fileKey, long sizeBytes, FileTime changed, FileTime created) {}

  /**
   * All of a log that decides what a file beside it is: when one of these changes, a listing that
   * was made before does not serve the log any more.
   */
  private record State(
      List<Generation> generations,
      long cut,
      @Nullable Generation live,
      boolean rotated,
      boolean begun,
      boolean seen) {

    static State of(Source source) {
      Generation live = source.live();
      return new State(
          source.generations(),
          source.generations().stream().filter(Generation::isCut).count(),
          live,
          source.rotated(),
          live != null && live.reader().sizeBytes() > 0,
          live != null && live.reader().seen());
    }
  }

  private record Seen(State state, long moment) {}

  /** Folders are listed anew: a round begins, or files may have come or gone since. */
  void listAnew() {
    listings.clear();
  }

  /** The log was looked at just now. */
  void note(Source source, Path home) {
    State now = State.of(source);
    Seen before = seen.get(home);
    if (before == null || !before.state().equals(now)) {
      seen.put(home, new Seen(now, listings.nextMoment()));
    }
  }

  /** The log is not followed any more. */
  void forget(Source source) {
    Path home = source.home();
    if (home != null) {
      seen.remove(home);
      patterns.remove(String.valueOf(home.getFileName()));
    }
  }

  /** The names that the log at this path is rotated to. */
  Pattern namesOf(Path home) {
    return patterns.computeIfAbsent(String.valueOf(home.getFileName()), RotatedNames::of);
  }

  /** Those there are now, the one changed last coming last. */
  List<Sibling> of(Path home) throws IOException {
    String name = String.valueOf(home.getFileName());
    Pattern rotated = namesOf(home);
    List<Sibling> found = new ArrayList<>();
    for (Path folder : folders(home)) {
      boolean beside = folder.equals(home.resolveSibling(""));
      FolderListing listing = listing(folder, home);
      for (Path path : listing.startingWith(RotatedNames.stemOf(name))) {
        String its = path.getFileName().toString();
        if (rotated.matcher(its).matches() || (!beside && its.equals(name))) {
          listing.file(path).ifPresent(found::add);
        }
      }
    }
    found.sort(
        Comparator.comparing(Sibling::changed)
            .thenComparing(Sibling::created)
            .thenComparing(RotatedNames::byAge));
    return found;
  }

  /** Beside the log, below it in a folder for old logs, and where the user says. */
  private List<Path> folders(Path home) throws IOException {
    Path own = home.resolveSibling("");
    List<Path> folders = new ArrayList<>(List.of(own));
    folders.addAll(listing(own, home).archives());
    policy.archives().stream().filter(folder -> !folders.contains(folder)).forEach(folders::add);
    return folders;
  }

  private FolderListing listing(Path folder, Path home) throws IOException {
    Seen last = seen.get(home);
    return listings.of(folder, last == null ? 0 : last.moment());
  }

  /** How often folders were listed so far. */
  long listings() {
    return listings.count();
  }
}
