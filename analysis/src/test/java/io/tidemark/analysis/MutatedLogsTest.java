package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Logs with damaged lines: no line is missing from the counts, and intact records give the same
 * result as without the damage. For more lines than in a build: {@code -Dtidemark.fuzz.lines=N}.
 */
@Timeout(3600)
class MutatedLogsTest {

  private static final long LINES = Long.getLong("tidemark.fuzz.lines", 200_000);
  private static final int LINES_PER_LOG = 20_000;

  /**
   * Logs of independent lines: damage to a document, or to a plan of one line, affects all of it.
   */
  private static List<GoldenCase> cases() {
    return Stream.of(
            "tenstorrent/operations",
            "tenstorrent/submissions",
            "tenstorrent/out-of-memory",
            "tpumlir/local-memory",
            "tpumlir/search-2025",
            "tttrain/summary",
            "zant/allocator",
            "xla/allocator-dump",
            "xla/reservation",
            "xla/buffer-assignment-debugging",
            "xla/dump")
        .map(GoldenCase::of)
        .toList();
  }

  private static void put(ByteArrayOutputStream log, byte[] line) {
    // A flipped bit may have created a line end, and so two lines.
    log.writeBytes(new String(line, ISO_8859_1).replace('\n', ' ').getBytes(ISO_8859_1));
    log.write('\n');
  }

  private static List<String> events(LogRun run) {
    List<String> events = new ArrayList<>();
    for (MemoryEvent event : run.events) {
      ObjectNode tree = Json.MAPPER.valueToTree(event);
      // Only their positions differ.
      tree.remove(List.of("offset", "timeMillis"));
      events.add(tree.toString());
    }
    return events;
  }

  private static long read(LogRun run) {
    return run.runs.values().stream().mapToLong(status -> status.lines().read()).sum();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void wholeRecordsSayTheSameBetweenDamagedOnes(GoldenCase golden) {
    assertTheSameBetweenDamagedLines(Lines.split(golden.log()), golden.name().hashCode());
  }

  /** Checks a log with a damaged line after each line that has no result on its own. */
  static void assertTheSameBetweenDamagedLines(List<byte[]> lines, long seed) {
    Random random = new Random(seed);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    ByteArrayOutputStream noisy = new ByteArrayOutputStream();
    long damaged = 0;
    for (byte[] line : lines) {
      put(plain, line);
      put(noisy, line);
      byte[] other = lines.get(random.nextInt(lines.size()));
      byte[] broken =
          line.length == 0 || other.length == 0 ? other : Mutations.of(line, other, random);
      // A damaged line may still be a valid record, which is not damage to the other lines.
      Parsed parsed = LogSystems.ALL.formats().parse(broken, 0, broken.length);
      if (parsed instanceof Rejected || parsed == Ignored.IGNORED || parsed instanceof Quoted) {
        put(noisy, broken);
        damaged++;
      }
    }
    LogRun calm = LogRun.of(plain.toByteArray());
    LogRun run = LogRun.of(noisy.toByteArray());
    assertThat(damaged).isGreaterThan(lines.size() / 8);
    assertThat(events(run)).isEqualTo(events(calm)).isNotEmpty();
    assertThat(read(run)).isEqualTo(read(calm) + damaged);
    assertThat(run.runs.values().stream().mapToLong(status -> status.lines().fact()).sum())
        .isEqualTo(calm.runs.values().stream().mapToLong(status -> status.lines().fact()).sum());
  }

  @Test
  void anyMixtureOfDamageIsCountedLineByLine() {
    assertEachLineIsCounted(
        cases().stream().map(golden -> Lines.split(golden.log())).toList(), 20260101);
  }

  /** Checks mixtures of these logs' lines, two of three damaged. */
  static void assertEachLineIsCounted(List<List<byte[]>> logs, long seed) {
    Random random = new Random(seed);
    for (long done = 0; done < LINES; done += LINES_PER_LOG) {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      for (int i = 0; i < LINES_PER_LOG; i++) {
        List<byte[]> of = logs.get(random.nextInt(logs.size()));
        byte[] line = of.get(random.nextInt(of.size()));
        byte[] other = of.get(random.nextInt(of.size()));
        boolean broken = random.nextInt(3) > 0 && line.length > 0 && other.length > 0;
        put(log, broken ? Mutations.of(line, other, random) : line);
      }
      LogRun run = LogRun.of(log.toByteArray());
      run.end();
      assertThat(read(run)).isEqualTo(LINES_PER_LOG);
      for (RunStatus status : run.runs.values()) {
        RunStatus.Lines lines = status.lines();
        assertThat(lines.fact() + lines.ignored() + lines.quoted() + lines.rejected())
            .isEqualTo(lines.read());
      }
    }
  }
}
