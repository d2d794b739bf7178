package io.tidemark.ingest.checkpoint;

import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.Position;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Prefix of all source names of a tailer, so that equally named logs on two hosts are two sources.
 *
 * @param text ends in a slash; empty for none
 */
public record SourcePrefix(String text) {

  public static final SourcePrefix NONE = new SourcePrefix("");

  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  /**
   * The prefix of this name.
   *
   * @throws Refusal when the name contains a character that is not allowed
   */
  public static SourcePrefix of(String name) {
    if (!PREFIX.matcher(name).matches()) {
      throw new Refusal(
          "--source-prefix '%s': want 1 to 100 of the characters a-z A-Z 0-9 . _ -"
              .formatted(TerminalText.of(name)));
    }
    return new SourcePrefix(name + "/");
  }

  /** The full name of the source. */
  public String nameOf(String source) {
    return text + source;
  }

  /** The positions of sources with this prefix; others may belong to files of other hosts. */
  public Map<String, Position> own(Map<String, Position> positions) {
    return positions.entrySet().stream()
        .filter(entry -> entry.getValue().source().startsWith(text))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
