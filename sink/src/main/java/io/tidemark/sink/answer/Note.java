package io.tidemark.sink.answer;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.tidemark.model.ByteSize;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Topics;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What else there is to know about a run.
 *
 * @param kind one word, e.g. {@code refused}
 */
public record Note(String kind, String words) {

  /** Refusals with a sentence each; of the others the count says enough. */
  private static final int MOST_REFUSED = 3;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  static List<Note> of(RunStatus status) {
    List<Note> notes = new ArrayList<>();
    RunFailures failures = status.failures();
    failed(failures, notes);
    if (failures.killed() != null && failures.count() > 0) {
      notes.add(new Note("killed", failures.killed().sentence()));
    }
    if (failures.open() != null) {
      notes.add(
          new Note(
              "open", "behind the allocation that was refused the log says nothing of its run"));
    }
    refused(failures.refused(), notes);
    if (failures.hints() != null) {
      failures.hints().forEach(hint -> notes.add(new Note("hint", hint)));
    }
    if (status.lines().quoted() > 0) {
      notes.add(new Note("quoted", quoted(status)));
    }
    count("gaps", status.gaps(), "part of the log was lost", "parts of the log were lost", notes);
    String broke =
        " like a line of a known format and broke: see rejects.json of a report, or the topic "
            + Topics.REJECTS.name();
    count("rejects", status.lines().rejected(), "line began" + broke, "lines began" + broke, notes);
    Long contradictions = status.tracking().contradictions();
    if (contradictions != null) {
      notes.add(
          new Note(
              "writers",
              "several write into the log and %,d lines contradict those before them: figures may be of either; let the launcher mark each line with its worker (srun --label, Ray)"
                  .formatted(contradictions)));
    }
    RunStatus.TurnedAway without = status.tracking().turnedAway();
    if (without != null) {
      notes.add(
          new Note(
              "limits",
              "no room for some %,d more devices and %,d more memories: of them nothing is kept"
                  .formatted(without.devices(), without.memories())));
    }
    return notes;
  }

  /** What an allocator took of its device, if that is more than was ever in use. */
  static List<Note> reserved(MemoryUsage usage) {
    long bytes = Objects.requireNonNullElse(usage.peaks().reservedBytes(), 0L);
    long unused = bytes - usage.tidemark().usedBytes();
    return unused <= 0
        ? List.of()
        : List.of(
            new Note(
                "reserved",
                "at most %s by the allocator, %s above the peak of use"
                    .formatted(ByteSize.text(bytes), ByteSize.text(unused))));
  }

  private static void failed(RunFailures failures, List<Note> notes) {
    List<MemoryEvent.OutOfMemory> newest = failures.newest();
    boolean several = newest.stream().map(MemoryEvent.OutOfMemory::device).distinct().count() > 1;
    // The answer is about the last one.
    Map<String, Long> times =
        newest.subList(0, Math.max(0, newest.size() - 1)).stream()
            .map(failure -> FailureText.sentence(failure.allocation(), several))
            .collect(groupingBy(words -> words, LinkedHashMap::new, counting()));
    times.forEach(
        (words, count) ->
            notes.add(new Note("failed", count == 1 ? words : words + " (%,d×)".formatted(count))));
    more("failed", failures.count() - newest.size(), notes);
  }

  private static void refused(@Nullable Refusals refused, List<Note> notes) {
    if (refused != null) {
      long shown = 0;
      List<Refusals.Refused> newest = refused.newest();
      for (Refusals.Refused one :
          newest.subList(Math.max(0, newest.size() - MOST_REFUSED), newest.size())) {
        notes.add(new Note("refused", FailureText.sentence(one.allocation()) + times(one)));
        shown += one.count();
      }
      more("refused", refused.count() - shown, notes);
    }
  }

  private static String times(Refusals.Refused one) {
    String last = TIME.format(Instant.ofEpochMilli(one.lastMillis()));
    return one.count() == 1 ? " (" + last + ")" : " (%,d×, last %s)".formatted(one.count(), last);
  }

  private static void more(String kind, long count, List<Note> notes) {
    if (count > 0) {
      notes.add(new Note(kind, "and %,d more before".formatted(count)));
    }
  }

  private static void count(String kind, long count, String one, String many, List<Note> notes) {
    if (count > 0) {
      notes.add(new Note(kind, "%,d %s".formatted(count, count == 1 ? one : many)));
    }
  }

  /** The count of quoted lines, which look like a logger's but are not, and what they claim. */
  private static String quoted(RunStatus status) {
    long lines = status.lines().quoted();
    FailedAllocation claim = status.failures().quoted();
    return String.format(
        Locale.ROOT,
        lines == 1
            ? "%,d quoted line (no logger wrote it)%s"
            : "%,d quoted lines (no logger wrote them)%s",
        lines,
        claim == null ? "" : ", with a failure: " + FailureText.sentence(claim));
  }
}
