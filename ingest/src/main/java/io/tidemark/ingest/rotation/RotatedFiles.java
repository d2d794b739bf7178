package io.tidemark.ingest.rotation;

import io.tidemark.ingest.folder.Siblings;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.ingest.logs.Followed;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of the list that are accounted for as copies or earlier generations of other logs. If
 * another tailer follows such a log, these files are left to that tailer. A separate log named like
 * a rotated file is not read meanwhile, so these files are reported and counted.
 */
public final class RotatedFiles {

  private static final Logger LOG = LoggerFactory.getLogger(RotatedFiles.class);

  private final Followed followed;
  private final Siblings siblings;
  private final CopyAccounting copies;
  private final Set<Path> left = new HashSet<>();

  public RotatedFiles(Followed followed, Siblings siblings, CopyAccounting copies) {
    this.followed = followed;
    this.siblings = siblings;
    this.copies = copies;
  }

  /** The verdict on this file; {@link CopyVerdict#FOREIGN} for a log of its own. */
  public CopyVerdict of(Path path, Round round) throws IOException {
    String name = String.valueOf(path.getFileName());
    CopyVerdict verdict = CopyVerdict.FOREIGN;
    for (Path home : followed.homesBefore(path)) {
      if (verdict == CopyVerdict.FOREIGN && siblings.namesOf(home).matcher(name).matches()) {
        verdict = of(followed.at(home), home, path, round);
      }
    }
    return verdict;
  }

  private CopyVerdict of(Source source, Path home, Path path, Round round) throws IOException {
    if (followed.held().contains(home)) {
      return CopyVerdict.UNDECIDED;
    }
    if (!followed.isDropped(source)) {
      return copies.of(source, home, path, round);
    }
    boolean isLeft = !followed.hasLogAt(path);
    if (isLeft && left.add(path)) {
      LOG.info(
          "{}: left to the tailer that follows {}, since its name is one of a rotated file",
          TerminalText.of(path.toString()),
          TerminalText.of(source.name()));
    }
    return isLeft ? CopyVerdict.UNKNOWN : CopyVerdict.FOREIGN;
  }

  public void retain(Set<Path> looked) {
    left.retainAll(looked);
  }

  /** Number of files left to other tailers. */
  public int left() {
    return left.size();
  }
}
