package io.tidemark.app.report;

import io.tidemark.app.fault.Fault;
import io.tidemark.app.fault.FaultSentences;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The parent folder of reports.
 *
 * @param option the option that named it, e.g. {@code --out}
 */
public record ReportParent(String option, Path path) {

  /**
   * Creates it if absent.
   *
   * @throws Refusal when it cannot be created or written
   */
  public void make() {
    try {
      Files.createDirectories(path);
      if (!Files.isWritable(path)) {
        throw new AccessDeniedException(path.toString());
      }
    } catch (IOException e) {
      throw refusal(e);
    }
  }

  Refusal refusal(IOException e) {
    return new Refusal(
        "%s '%s' cannot be used (%s); want a folder that may be written"
            .formatted(option, path, IoReason.of(e)));
  }

  /** The failure of a full disk, if {@code thrown} is one; it says nothing of the log. */
  Optional<Fault> full(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (FaultSentences.isDiskFull(cause)) {
        return Optional.of(
            new Fault(
                "%s '%s': its disk is full, %,d MiB left; free space and start again, no report was kept"
                    .formatted(option, path, path.toFile().getUsableSpace() >> 20)));
      }
    }
    return Optional.empty();
  }
}
