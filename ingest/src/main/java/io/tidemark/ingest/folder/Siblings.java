package io.tidemark.ingest.folder;

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
public final class Siblings {

  private final List<Path> archives;
  private final FolderListings listings = new FolderListings();
  private final Map<String, Pattern> patterns = new HashMap<>();
  private final Map<Path, Seen> seen = new HashMap<>();

  /**
   * Lists nothing yet.
   *
   * @param archives further folders that logs are rotated to
   */
  public Siblings(List<Path> archives) {
    this.archives = archives;
  }

  /** What a file looks like from outside; one of another shape holds something else. */
  public record Sibling(
      Path path, String fileKey, long sizeBytes, FileTime changed, FileTime created) {}

  private record Seen(Object state, long moment) {}

  /** Folders are listed anew: a round begins, or files may have come or gone since. */
  public void listAnew() {
    listings.clear();
  }

  /**
   * The log was looked at just now.
   *
   * @param state all of the log that decides what a file beside it is: once it is another, listings
   *     made before do not serve the log any more
   */
  public void note(Path home, Object state) {
    Seen before = seen.get(home);
    if (before == null || !before.state().equals(state)) {
      seen.put(home, new Seen(state, listings.nextMoment()));
    }
  }

  /** The log is not followed any more. */
  public void forget(@Nullable Path home) {
    if (home != null) {
      seen.remove(home);
      patterns.remove(String.valueOf(home.getFileName()));
    }
  }

  /** The names that the log at this path is rotated to. */
  public Pattern namesOf(Path home) {
    return patterns.computeIfAbsent(String.valueOf(home.getFileName()), RotatedNames::of);
  }

  /** Those there are now, the one changed last coming last. */
  public List<Sibling> of(Path home) throws IOException {
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
    archives.stream().filter(folder -> !folders.contains(folder)).forEach(folders::add);
    return folders;
  }

  private FolderListing listing(Path folder, Path home) throws IOException {
    Seen last = seen.get(home);
    return listings.of(folder, last == null ? 0 : last.moment());
  }

  /** All files in the folder as it is now. */
  public static List<Path> allIn(Path folder) throws IOException {
    return FolderListing.of(folder).startingWith("");
  }

  /** How often folders were listed so far. */
  public long listings() {
    return listings.count();
  }
}
