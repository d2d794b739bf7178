package io.tidemark.analysis.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.memory.FrameOwners;
import io.tidemark.analysis.memory.FrameOwners.Owner;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An owner of memory in a message file, by the frames in which it asks for it.
 *
 * @param calls texts of frames, of the code below them, of backtraces and of names of ops; {@code a
 *     … b} is both in this order
 * @param says texts of other lines shortly behind a failure that name the owner
 * @param phase whether the frames within are its own, too; false by default
 * @param advice what to do
 * @param examples lines of a traceback or behind a failure, as they were printed
 * @param not the same that belong to somebody else
 */
record MessageFrame(
    @JsonProperty(required = true) String name,
    List<String> calls,
    List<String> says,
    @Nullable Boolean phase,
    @JsonProperty(required = true) String advice,
    @JsonProperty(required = true) List<String> examples,
    List<String> not) {

  /** Limit of characters of a text: shorter ones stand in any line. */
  private static final int LEAST = 6;

  MessageFrame {
    calls = Objects.requireNonNullElse(calls, List.of());
    says = Objects.requireNonNullElse(says, List.of());
    not = Objects.requireNonNullElse(not, List.of());
  }

  /** Returns the owner, whose file is named where a text is refused. */
  Owner owner(MessageFile file) {
    if (calls.isEmpty() && says.isEmpty()) {
      throw file.wrong(name, "neither calls nor says: want a text of its frames or lines");
    }
    Stream.of(calls, says)
        .flatMap(List::stream)
        .filter(text -> text.length() < LEAST)
        .findFirst()
        .ifPresent(
            text -> {
              throw file.wrong(name, "\"%s\": want at least %d characters".formatted(text, LEAST));
            });
    return Owner.of(calls, says, Boolean.TRUE.equals(phase), advice);
  }

  /** Checks its examples against the frames of all files. */
  void check(MessageFile file, FrameOwners all) {
    if (examples.isEmpty()) {
      throw file.wrong(name, "no example: want at least one frame as it was printed");
    }
    for (String example : examples) {
      String found = all.ofText(example);
      if (!advice.equals(found)) {
        throw file.wrong(name, "example \"%s\": leads to %s".formatted(example, found));
      }
    }
    for (String other : not) {
      if (advice.equals(all.ofText(other))) {
        throw file.wrong(name, "not \"%s\": it leads there".formatted(other));
      }
    }
  }
}
