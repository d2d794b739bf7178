package io.tidemark.ingest.rotation;

import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
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
 *
 * @param left files left to other tailers
 */
public record RotatedFiles(
    Followed followed, Siblings siblings, CopyAccounting copies, Set<Path> left) {

  private static final Logger LOG = LoggerFactory.getLogger(RotatedFiles.class);

  public RotatedFiles(Followed followed, Siblings siblings, CopyAccounting copies) {
    this(followed, siblings, copies, new HashSet<>());
  }

  /** The verdict on this file; {@link CopyVerdict#FOREIGN} for a log of its own. */
  public CopyVerdict of(Path path, Round round) throws IOException {
    String name = String.valueOf(path.getFileName());
    CopyVerdict verdict = CopyVerdict.FOREIGN;
    for (Path home : followed.homesBefore(path)) {
      if (verdict == CopyVerdict.FOREIGN && siblings.namesOf(home).matcher(name).matches()) {
        verdict = of(followed.at(home), path, round);
      }
    }
    return verdict;
  }

  private CopyVerdict of(Source source, Path path, Round round) throws IOException {
    if (followed.held().contains(source.home())) {
      return CopyVerdict.UNDECIDED;
    }
    if (!followed.isDropped(source)) {
      return copies.of(source, path, round);
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
}
