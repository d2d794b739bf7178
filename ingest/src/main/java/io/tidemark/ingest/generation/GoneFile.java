package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.Position;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The stored data of a file that no longer exists.
 *
 * @param unknownBytes 1 if the file may have held more, as for the newest file of its log; 0 if it
 *     was read to its end before the next one; the number of files for those that came and went
 */
public record GoneFile(Position position, long unknownBytes, When when) implements ByteSource {

  public enum When {
    WHILE_DOWN,
    /** While the tailer ran: the file was never seen. */
    BETWEEN_LOOKS
  }

  /**
   * Generation of the gap that stands for its rest. Slices may have been shipped past the stored
   * position; in its own generation, a gap there would count as known bytes.
   */
  static String gapOf(String generation) {
    return Fingerprint.hash(("gap of " + generation).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String label() {
    return TerminalText.of(position.file().uri());
  }

  @Override
  public String uri() {
    return position.file().uri();
  }

  @Override
  public @Nullable String fileKey() {
    return position.file().fileKey();
  }

  @Override
  public long bornNanos() {
    return position.file().bornNanos();
  }

  @Override
  public long size() {
    return position.offset();
  }

  @Override
  public int read(long offset, byte[] into, int most) {
    return 0;
  }

  @Override
  public void close() {}
}
