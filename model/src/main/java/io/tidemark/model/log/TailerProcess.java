package io.tidemark.model.log;

import io.tidemark.model.TerminalText;
import org.jspecify.annotations.Nullable;

/**
 * The process of a tailer.
 *
 * @param id random, different at each start
 * @param host name of its machine, for display
 * @param start start time of the process, in a unit of its process space
 * @param processSpace scope in which a process id is unique: boot and namespace of the machine;
 *     {@code null} if unknown
 */
public record TailerProcess(
    String id, String host, long pid, long start, @Nullable String processSpace) {

  /** Description of the tailer within a sentence. */
  public String label() {
    return "%s, process %d".formatted(TerminalText.of(host), pid);
  }
}
