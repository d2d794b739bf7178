package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.FileShape;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Unpacked;
import io.tidemark.ingest.find.LogNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files beside a log, or in a folder of old logs, whose names say that it was rotated to them.
 */
public final class Siblings {

  private final List<Path> archives;
  private final FolderListings listings = new FolderListings();
  private final Map<String, Pattern> patterns = new HashMap<>();
  private final Map<Path, Seen> seen = new HashMap<>();

  /**
   * @param archives further folders that logs are rotated to
   */
  public Siblings(List<Path> archives) {
    this.archives = archives;
  }

  private record Seen(Object state, long moment) {}

  /** Drops all listings, because a round begins or files may have come or gone. */
  public void listAnew() {
    listings.clear();
  }

  /**
   * Records that the log was looked at just now.
   *
   * @param state everything of the log that decides what a file beside it is; once it differs,
   *     earlier listings are too old for this log
   */
  public void note(Path home, Object state) {
    Seen before = seen.get(home);
    if (before == null || !before.state().equals(state)) {
      seen.put(home, new Seen(state, listings.nextMoment()));
    }
  }

  /** Forgets a log that is no longer followed. */
  public void forget(Path home) {
    seen.remove(home);
    patterns.remove(String.valueOf(home.getFileName()));
  }

  /** Pattern of the names that the log at this path is rotated to. */
  public Pattern namesOf(Path home) {
    return patterns.computeIfAbsent(String.valueOf(home.getFileName()), RotatedNames::of);
  }

  /** The present rotated files of the log, by time of change, the latest last. */
  public List<FileShape> of(Path home) throws IOException {
    String name = String.valueOf(home.getFileName());
    List<FileShape> found = new ArrayList<>();
    add(home, namesOf(home), LogNames.stem(name), home, found);
    if (Files.isSymbolicLink(home)) {
      try {
        Path target = home.toRealPath();
        Pattern rotated = RotatedNames.ofTarget(String.valueOf(target.getFileName()));
        add(target, rotated, "", home, found);
      } catch (NoSuchFileException e) {
        // Rotated right now: the next look finds the next target.
      }
    }
    found.sort(
        Comparator.comparing(FileShape::changed)
            .thenComparing(FileShape::created)
            .thenComparing(RotatedNames::byAge));
    return found;
  }

  /**
   * Whether the log was rotated to the file with this key. A container's log with a lower number is
   * that of a process before it.
   */
  public boolean holdRotated(Path home, String fileKey) throws IOException {
    Path target = Files.isSymbolicLink(home) && Files.exists(home) ? home.toRealPath() : home;
    String name = String.valueOf(target.getFileName());
    boolean numbered = RotatedNames.isNumber(LogNames.stem(name));
    for (FileShape one : of(home)) {
      boolean rotated = !numbered || one.path().getFileName().toString().startsWith(name);
      if (rotated && FileSource.isOneInode(one.fileKey(), fileKey)) {
        return true;
      }
    }
    return packedOf(home).stream().anyMatch(one -> one.fileKey().equals(fileKey));
  }

  /**
   * The rotated files of the log that are compressed and can be unpacked, the latest change first.
   * One whose original is still there is not complete.
   */
  public List<FileShape> packedOf(Path home) throws IOException {
    List<FileShape> found = new ArrayList<>();
    for (Path folder : folders(home, home)) {
      FolderListing listing = listing(folder, home);
      for (Map.Entry<Path, String> packed : compressed(listing, home).entrySet()) {
        if (Unpacked.is(packed.getKey()) && !listing.holds(packed.getValue())) {
          listing.file(packed.getKey()).ifPresent(found::add);
        }
      }
    }
    found.sort(Comparator.comparing(FileShape::changed).reversed());
    return found;
  }

  /**
   * Whether a compressed rotated file of the log was last written after this time: it holds what
   * was written since then.
   */
  public boolean holdCompressedSince(Path home, FileTime time) throws IOException {
    FolderListing listing = listing(home.resolveSibling(""), home);
    for (Path path : compressed(listing, home).keySet()) {
      if (listing.file(path).filter(file -> file.changed().compareTo(time) > 0).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** The compressed rotated files of the log in a folder, with the names before compression. */
  private Map<Path, String> compressed(FolderListing listing, Path home) {
    Map<Path, String> found = new LinkedHashMap<>();
    for (Path path : listing.startingWith(LogNames.stem(String.valueOf(home.getFileName())))) {
      String rotated = RotatedNames.uncompressed(path.getFileName().toString());
      if (rotated != null && namesOf(home).matcher(rotated).matches()) {
        found.put(path, rotated);
      }
    }
    return found;
  }

  private void add(Path file, Pattern rotated, String stem, Path home, List<FileShape> found)
      throws IOException {
    String name = String.valueOf(file.getFileName());
    for (Path folder : folders(file, home)) {
      boolean beside = folder.equals(file.resolveSibling(""));
      FolderListing listing = listing(folder, home);
      for (Path path : listing.startingWith(stem)) {
        String its = path.getFileName().toString();
        boolean named = rotated.matcher(its).matches() || (!beside && its.equals(name));
        if (named && !path.equals(file)) {
          listing.file(path).filter(sibling -> !found.contains(sibling)).ifPresent(found::add);
        }
      }
    }
  }

  /** The file's folder, its subfolders for old logs, and the user's archive folders. */
  private List<Path> folders(Path file, Path home) throws IOException {
    Path own = file.resolveSibling("");
    List<Path> folders = new ArrayList<>(List.of(own));
    folders.addAll(listing(own, home).archives());
    archives.stream().filter(folder -> !folders.contains(folder)).forEach(folders::add);
    return folders;
  }

  private FolderListing listing(Path folder, Path home) throws IOException {
    Seen last = seen.get(home);
    return listings.of(folder, last == null ? 0 : last.moment());
  }

  /** The paths in this folder that the rotated files in it may have had. */
  public Set<Path> homesIn(Path folder) {
    Set<Path> homes = new HashSet<>();
    try {
      for (Path path : allIn(folder)) {
        String home = RotatedNames.homeOf(path.getFileName().toString());
        if (home != null) {
          homes.add(folder.resolve(home));
        }
      }
    } catch (IOException e) {
      // Gone or unreadable, which the look at the list reports.
      return Set.of();
    }
    return homes;
  }

  public static List<Path> allIn(Path folder) throws IOException {
    return FolderListing.of(folder).startingWith("");
  }

  public long listings() {
    return listings.count();
  }

  /**
   * Lists folders, each once a round for all logs in it. A folder is listed again only for a log
   * that has changed since, because a file that it was rotated to may be new, too.
   */
  private static final class FolderListings {

    private record Listed(FolderListing listing, long moment) {}

    private final Map<Path, Listed> byFolder = new HashMap<>();
    private long moment;
    private long count;

    void clear() {
      byFolder.clear();
    }

    /** Begins a new moment. Only listings made from now on show what existed at that time. */
    long nextMoment() {
      return ++moment;
    }

    /** A listing of the folder that is not older than the moment {@code seen}. */
    FolderListing of(Path folder, long seen) throws IOException {
      Listed listed = byFolder.get(folder);
      if (listed == null || listed.moment() < seen) {
        listed = new Listed(FolderListing.of(folder), moment);
        byFolder.put(folder, listed);
        count++;
      }
      return listed.listing();
    }

    long count() {
      return count;
    }
  }
}
