package io.tidemark.model;

import org.jspecify.annotations.Nullable;

/**
 * The process of a tailer.
 *
 * @param id random, another one at each start
 * @param host name of its machine, for people
 * @param start when the process started, in a unit of its process space
 * @param processSpace within it a process id means one process: the machine's boot and the
 *     namespace; {@code null} where that cannot be known
 */
public record TailerProcess(
    String id, String host, long pid, long start, @Nullable String processSpace) {

  /** As a sentence names it. */
  public String label() {
    return "%s, process %d".formatted(TerminalText.of(host), pid);
  }
}
