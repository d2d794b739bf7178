package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.content.FileShape;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.ingest.rotation.Siblings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Removes the positions of ended generations whose files are gone, since no file can match them any
 * more. The newest positions of a source stay: they number the generations, and show which of the
 * compressed files beside the log were read.
 *
 * <p>A file that is renamed during a listing appears under neither name. So a file counts as gone
 * only when two consecutive sweeps miss it.
 */
final class CheckpointSweep {

  private static final long EVERY_MILLIS = 60_000;

  /** The positions of so many generations before the newest one stay. */
  private static final long KEPT = 2;

  private final CheckpointIndex index;
  private final RotationPolicy policy;
  private final Siblings siblings;
  private long sweptMillis;
  private Set<String> missedBefore = Set.of();
  private Set<String> missed = new HashSet<>();

  CheckpointSweep(CheckpointIndex index, RotationPolicy policy, Siblings siblings) {
    this.index = index;
    this.policy = policy;
    this.siblings = siblings;
  }

  /** Begins a sweep with fresh listings, if one is due. */
  boolean begins(Round round) {
    if (round.steadyMillis() - sweptMillis < EVERY_MILLIS) {
      return false;
    }
    sweptMillis = round.steadyMillis();
    missedBefore = missed;
    missed = new HashSet<>();
    siblings.listAnew();
    return true;
  }

  void sweep(Source source, Round round) {
    Path home = source.home();
    try {
      if (!isInPlace(source)) {
        return;
      }
      Set<String> there = new HashSet<>();
      for (FileShape sibling : siblings.of(home)) {
        there.add(FileSource.anyDevice(sibling.fileKey()));
      }
      long newest = index.ofSource(source.name()).stream().mapToLong(Entry::number).max().orElse(0);
      for (Entry entry : index.ofSource(source.name())) {
        String fileKey = entry.position().file().fileKey();
        if (entry.position().ended()
            && fileKey != null
            && entry.number() < newest - KEPT
            && !there.contains(FileSource.anyDevice(fileKey))
            && !source.follows(fileKey)
            && !isAt(entry.position().file().uri(), fileKey)
            && !isAt(home.toUri().toString(), fileKey)
            && isMissedAgain(entry)) {
          index.forget(entry.generation());
          round.outlet().forget(source.name(), entry.generation());
        }
      }
    } catch (IOException e) {
      // A file that cannot be examined may still exist.
      return;
    }
  }

  private boolean isMissedAgain(Entry entry) {
    missed.add(entry.generation());
    return missedBefore.contains(entry.generation());
  }

  /** Whether neither the log nor anything that it was rotated to is there. */
  boolean isGone(Source source) {
    try {
      return source.generations().isEmpty()
          && Files.notExists(source.home(), LinkOption.NOFOLLOW_LINKS)
          && siblings.of(source.home()).isEmpty();
    } catch (IOException e) {
      // A file that cannot be examined may still exist.
      return false;
    }
  }

  /**
   * Whether the log and all archive folders are present. If not, missing files may come back, for
   * example with a mount.
   */
  private boolean isInPlace(Source source) throws IOException {
    Generation live = source.live();
    String fileKey = live == null ? null : live.file().fileKey();
    return fileKey != null
        && isAt(source.home().toUri().toString(), fileKey)
        && policy.archives().stream().allMatch(Files::isDirectory);
  }

  private static boolean isAt(String uri, String fileKey) throws IOException {
    String now = FileSource.keyAt(Path.of(URI.create(uri)));
    return now != null && FileSource.isOneInode(now, fileKey);
  }
}
