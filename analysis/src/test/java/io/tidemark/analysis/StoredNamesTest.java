package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Json;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happens to a stored state whose classes changed: for every name in every stored object, a
 * name more, the name missing, and a value of another type. Either the log goes on with the same
 * figures, or the part restarts and says so.
 */
class StoredNamesTest {

  /** One of so many changes is made in the fast run; the slow one makes them all. */
  private static final int ONE_OF = 4;

  /** A log whose middle is within a sentence. */
  private static final String HALF_A_MESSAGE =
      """
      XlaRuntimeError: RESOURCE_EXHAUSTED: Ran out of memory in memory space vmem while allocating on
      stack for %f.12. Scoped allocation with size 20.00M and limit 16.00M exceeded scoped vmem limit by 4.00M.
      """;

  /** A log of two files: the first run has ended, the second file is cut in its middle. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Log(String name, byte[] ended, byte[] log) {
    int half() {
      int at = log.length / 2;
      while (at > 0 && log[at - 1] != '\n') {
        at--;
      }
      return at;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Log> logs() {
    List<Log> logs = new ArrayList<>();
    for (GoldenCase golden : GoldenCase.all()) {
      logs.add(new Log(golden.name(), new byte[0], golden.log()));
    }
    byte[] workers = workers(GoldenCase.text("tenstorrent/runtime"));
    logs.add(new Log("workers", workers, workers));
    logs.add(new Log("half a part", new byte[0], halfAPart()));
    logs.add(new Log("half a message", new byte[0], HALF_A_MESSAGE.getBytes(UTF_8)));
    // A log of a single line cannot be cut.
    return logs.stream().filter(log -> log.half() > 0);
  }

  /** The lines of a log, written by two workers in turns. */
  private static byte[] workers(String log) {
    StringBuilder both = new StringBuilder();
    log.lines()
        .forEach(
            line -> {
              both.append("[1,0]<stdout>:").append(line).append('\n');
              both.append("[1,1]<stdout>:").append(line).append('\n');
            });
    return both.toString().getBytes(UTF_8);
  }

  /** A container's log whose middle is within a line of two parts. */
  private static byte[] halfAPart() {
    String[] lines = GoldenCase.text("tenstorrent/runtime").strip().split("\n", -1);
    String stamp = "2026-01-02T03:04:05.000000000Z stderr ";
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    for (String line : lines) {
      int half = line.length() / 2;
      log.writeBytes((stamp + "P " + line.substring(0, half) + "\n").getBytes(UTF_8));
      log.writeBytes((stamp + "F " + line.substring(half) + "\n").getBytes(UTF_8));
    }
    byte[] all = log.toByteArray();
    int at = all.length / 2;
    while (all[at - 1] != '\n' || !new String(all, at, 40, UTF_8).contains("F ")) {
      at++;
    }
    // Twice the position, so that the middle is there.
    return Arrays.copyOf(all, Math.min(all.length, 2 * at));
  }

  private static Slice slice(String generation, byte[] log, int from, int to) {
    byte[] bytes = Arrays.copyOfRange(log, from, to);
    return new Slice(
        generation, from, bytes.length, LogRun.lines(bytes), false, false, 1_000, 2_000, bytes);
  }

  private static HeapParts firstHalf(Log log) {
    HeapParts parts = new HeapParts();
    LogAnalysis analysis = LogAnalysis.load("log", parts);
    if (log.ended().length > 0) {
      analysis.after(slice("g-1", log.ended(), 0, log.ended().length));
    }
    analysis.after(slice("g-2", log.log(), 0, log.half()));
    analysis.changes();
    analysis.store();
    return parts;
  }

  private static HeapParts copy(HeapParts parts) {
    HeapParts copy = new HeapParts();
    for (Store store : Store.values()) {
      parts.scan(store, "", (key, bytes) -> copy.put(store, key, bytes));
    }
    return copy;
  }

  /** Everything published from the restart on, by kind and key. */
  private static JsonNode rest(LogAnalysis analysis, Log log) {
    Map<String, JsonNode> published = new TreeMap<>();
    add(published, analysis.changes());
    Outcome outcome = analysis.after(slice("g-2", log.log(), log.half(), log.log().length));
    add(published, analysis.changes());
    analysis.end();
    add(published, analysis.changes());
    published.put("events", Json.MAPPER.valueToTree(outcome.events().toString()));
    published.put("rejects", Json.MAPPER.valueToTree(outcome.rejects()));
    return Json.MAPPER.valueToTree(published);
  }

  private static void add(Map<String, JsonNode> published, Changes changes) {
    add(published, "run", changes.runs());
    add(published, "usage", changes.usage());
    add(published, "ops", changes.ops());
    add(published, "timeline", changes.timelines());
    add(published, "plan", changes.plans());
    add(published, "alert", changes.alerts());
  }

  private static void add(Map<String, JsonNode> published, String kind, Map<?, ?> records) {
    records.forEach(
        (key, record) -> published.put(kind + " " + key, Json.MAPPER.valueToTree(record)));
  }

  /** Whether each figure is the expected one, or absent where an object may lack it. */
  private static boolean sameOrUnknown(JsonNode expected, JsonNode actual) {
    if (expected instanceof ObjectNode object && actual instanceof ObjectNode other) {
      for (String name : other.propertyNames()) {
        JsonNode of = object.get(name);
        boolean bands = of != null && of.isArray() && name.equals("bands");
        if (bands
            ? !sums(of).equals(sums(other.get(name)))
            : of == null ? !other.get(name).isNull() : !sameOrUnknown(of, other.get(name))) {
          return false;
        }
      }
      return true;
    }
    if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
      for (int i = 0; i < expected.size(); i++) {
        if (!sameOrUnknown(expected.get(i), actual.get(i))) {
          return false;
        }
      }
      return true;
    }
    return actual.isNull() || expected.equals(actual);
  }

  /** The sums of all holders, of whom some may be unknown: they are those of the use. */
  private static List<Long> sums(JsonNode bands) {
    List<Long> sums = new ArrayList<>();
    for (JsonNode band : bands) {
      for (int i = 0; i < band.get("bytes").size(); i++) {
        long bytes = band.get("bytes").get(i).asLong();
        if (i < sums.size()) {
          sums.set(i, sums.get(i) + bytes);
        } else {
          sums.add(bytes);
        }
      }
    }
    return sums;
  }

  private static void check(Log log, List<StoredChange> changes) {
    HeapParts stored = firstHalf(log);
    JsonNode expected = rest(LogAnalysis.load("log", copy(stored)), log);
    for (StoredChange change : changes) {
      HeapParts parts = copy(stored);
      change.apply(parts);
      LogAnalysis analysis;
      try {
        analysis = LogAnalysis.load("log", parts);
      } catch (IllegalStateException unreadable) {
        // The job ends its runs as they were published.
        assertThat(change.isMore()).as("%s: %s", log, change).isFalse();
        assertThat(change.where()).isIn("source", "other");
        continue;
      }
      JsonNode actual = rest(analysis, log);
      if (analysis.restartedSections().isEmpty()) {
        assertThat(actual.propertyNames())
            .as("%s: %s", log, change)
            .isEqualTo(expected.propertyNames());
        assertThat(change.isMore() || sameOrUnknown(expected, actual))
            .as("%s: %s%nexpected %s%nactual   %s", log, change, expected, actual)
            .isTrue();
        if (change.isMore()) {
          assertThat(actual).as("%s: %s", log, change).isEqualTo(expected);
        }
      } else {
        assertThat(change.isMore()).as("%s restarts by %s", log, change).isFalse();
      }
    }
  }

  /** Each log with the changes that no log before it had. */
  static Stream<Arguments> changes() {
    Set<String> known = new HashSet<>();
    return logs()
        .map(
            log -> {
              List<StoredChange> changes = new ArrayList<>();
              StoredChange.all(firstHalf(log))
                  .forEach(
                      (path, change) -> {
                        if (known.add(path)) {
                          changes.add(change);
                        }
                      });
              return arguments(log, changes);
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void aChangedClassCostsItsSectionAndNoFigureIsWrong(Log log, List<StoredChange> changes) {
    Random random = new Random(log.name().hashCode());
    check(log, changes.stream().filter(change -> random.nextInt(ONE_OF) == 0).toList());
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("logs")
  void everyChangedClassCostsItsSectionAndNoFigureIsWrong(Log log) {
    check(log, List.copyOf(StoredChange.all(firstHalf(log)).values()));
  }

  /** The logs must reach every part of the state, or the test shows nothing. */
  @Test
  void theLogsFillEverySection() {
    Set<String> sections = new HashSet<>();
    logs()
        .flatMap(log -> StoredChange.all(firstHalf(log)).values().stream())
        .forEach(change -> sections.add(change.where()));
    assertThat(sections)
        .contains(
            "source",
            "writers",
            "counts",
            "alerts",
            "document",
            "devices",
            "program points",
            "plans",
            "open lines",
            "held lines",
            "OPS",
            "TIMELINES",
            "PLANS",
            "last run")
        .containsAll(LogSystems.ALL.systems().stream().map(s -> "system " + s.name()).toList());
  }
}
