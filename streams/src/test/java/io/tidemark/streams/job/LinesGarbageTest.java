package io.tidemark.streams.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.Samples;
import io.tidemark.model.log.Slice;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.source.SourceKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests records in {@code tidemark.lines} that no tailer wrote, beside a log shipped by one. */
class LinesGarbageTest {

  private static final int GARBAGE = 1_000;
  private static final int SLICE_BYTES = 4_096;
  private static final long SEED = 20_261_122;
  private static final byte[] LOG_NAME = "train.log".getBytes(UTF_8);
  private static final byte[] TEXT = "one\n".getBytes(UTF_8);
  private static final List<Topic<?, ?>> STATE =
      List.of(Topics.RUNS, Topics.USAGE, Topics.OPS, Topics.TIMELINES, Topics.PLANS, Topics.ALERTS);

  @TempDir Path stateDir;

  private final Map<String, Map<?, ?>> board = new HashMap<>();

  private Map<String, Map<?, ?>> board(Transcript job) {
    job.flush();
    STATE.forEach(topic -> board.merge(topic.name(), job.board(topic), LinesGarbageTest::over));
    return Map.copyOf(board);
  }

  private static Map<?, ?> over(Map<?, ?> before, Map<?, ?> after) {
    Map<Object, Object> all = new HashMap<>(before);
    all.putAll(after);
    return all;
  }

  @Test
  void aThousandOfThemStopNothingAreAllDeadLettersAndChangeNothingNorDoesARestart()
      throws IOException {
    byte[] log = Files.readAllBytes(Samples.root().resolve("examples/tenstorrent.log"));
    Map<String, Map<?, ?>> undisturbed;
    try (Transcript job = new Transcript(stateDir, LogAnalysis::load)) {
      job.log("train.log", 0, log, SLICE_BYTES);
      undisturbed = board(job);
    }
    board.clear();
    Random random = new Random(SEED);
    int slices = log.length / SLICE_BYTES;
    int letters = 0;

    Transcript job = new Transcript(stateDir, LogAnalysis::load);
    try {
      for (int from = 0; from < log.length; ) {
        int to = end(log, from);
        job.sliceAt("train.log", from, Arrays.copyOfRange(log, from, to));
        from = to;
        for (int each = 0; each <= GARBAGE / slices; each++) {
          garbage(job, random);
          letters++;
        }
        if (from > log.length / 2 && from - SLICE_BYTES < log.length / 2) {
          assertThat(job.values(Topics.DEAD_LETTERS)).hasSize(letters);
          letters = 0;
          board(job);
          job = job.restarted();
        }
      }

      assertThat(board(job)).isEqualTo(undisturbed);
      assertThat(job.values(Topics.DEAD_LETTERS)).hasSize(letters);
    } finally {
      job.close();
    }
  }

  private static int end(byte[] log, int from) {
    int end = Math.min(log.length, from + SLICE_BYTES);
    while (end < log.length && log[end - 1] != '\n') {
      end++;
    }
    return end;
  }

  private static Headers headers() {
    Headers headers = new RecordHeaders();
    Slice slice = new Slice("g", 0, TEXT.length, 1, false, false, 10, 20, TEXT);
    Topics.LINES.value().serializer().serialize(Topics.LINES.name(), headers, slice);
    return headers;
  }

  private static void garbage(Transcript job, Random random) {
    byte[] noise = new byte[1 + random.nextInt(300)];
    random.nextBytes(noise);
    switch (random.nextInt(12)) {
      case 0 -> job.foreign(LOG_NAME, noise, new RecordHeaders());
      case 1 -> job.foreign(LOG_NAME, null, headers());
      case 2 -> job.foreign(LOG_NAME, new byte[0], headers());
      case 3 -> job.foreign(new byte[0], TEXT, headers());
      case 4 -> job.foreign(null, TEXT, headers());
      case 5 -> job.foreign("a\0b".getBytes(UTF_8), TEXT, headers());
      case 6 -> job.foreign(new byte[SourceKey.MAX_CHARS + 1], TEXT, headers());
      case 7 -> job.foreign(LOG_NAME, new byte[Slice.MAX_BYTES + 1], headers());
      case 8 -> job.foreign(LOG_NAME, TEXT, headers().add("offset", null));
      case 9 -> job.foreign(LOG_NAME, null, commandOfVersionOne());
      case 10 -> job.foreign(LOG_NAME, TEXT, large());
      default -> job.foreign(LOG_NAME, TEXT, senseless(random));
    }
  }

  private static Headers commandOfVersionOne() {
    return new RecordHeaders()
        .add("command", "skip".getBytes(UTF_8))
        .add("record", "7".getBytes(UTF_8));
  }

  private static Headers large() {
    return headers().add("host", new byte[200_000]).add("unknown", new byte[200_000]);
  }

  private static Headers senseless(Random random) {
    String[][] wrong = {
      {"offset", "-1"},
      {"offset", Long.toString(Long.MAX_VALUE)},
      {"length", Long.toString(Long.MAX_VALUE)},
      {"length", "3"},
      {"lines", "2147483647"},
      {"lines", "-7"},
      {"from", "21"},
      {"from", "-1"},
      {"to", Long.toString(Long.MAX_VALUE)},
      {"generation", ""},
      {"generation", "g\ng"},
      {"host", "x".repeat(300)},
    };
    String[] one = wrong[random.nextInt(wrong.length)];
    return headers().add(one[0], one[1].getBytes(UTF_8));
  }
}
