package io.tidemark.streams.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.log.Slice;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Starts over what an earlier build stored half-way through some logs. The file is written anew by
 * {@link #main} with each release, and never to make this test pass.
 */
class StoredByEarlierBuildTest {

  private static final String FILE = "stored-by-earlier-build.bin.gz";

  /**
   * Logs that were stored within a report of XLA, whose state this build begins anew: the page on
   * upgrading says so.
   */
  private static final Set<String> BEGUN_ANEW =
      Set.of("xla-allocator-dump.log", "xla-out-of-memory-report.log");

  /** Instead of a store's name: the text of a source's log. */
  private static final String LOG = "log";

  @TempDir Path stateDir;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(String store, String key, byte[] bytes) {}

  @Test
  void eachLogGoesOnWhereTheEarlierBuildLeftIt() throws IOException {
    List<Part> stored = read();
    List<Part> logs = stored.stream().filter(part -> part.store().equals(LOG)).toList();
    assertThat(logs).hasSizeGreaterThan(3);
    Map<String, List<Object>> whole;
    try (Transcript job = new Transcript(stateDir.resolve("whole"), LogAnalysis::load)) {
      for (Part log : logs) {
        job.log(log.key(), 0, log.bytes(), Slice.TARGET_BYTES);
      }
      whole = SampleLogsTest.figures(job.flush());
    }
    Map<String, List<String>> restarted = new HashMap<>();
    try (Transcript job =
        new Transcript(
            stateDir.resolve("on"),
            (source, parts) -> {
              LogAnalysis loaded = LogAnalysis.load(source, parts);
              if (!loaded.restartedSections().isEmpty()) {
                restarted.put(source, loaded.restartedSections());
              }
              return loaded;
            })) {
      for (Part part : stored) {
        if (!part.store().equals(LOG)) {
          job.store(part.store()).put(part.key(), part.bytes());
        }
      }
      for (Part log : logs) {
        job.log(log.key(), half(log.bytes()), log.bytes(), 8192);
      }
      Map<String, List<Object>> figures = SampleLogsTest.figures(job.flush());

      assertThat(restarted.keySet()).isEqualTo(BEGUN_ANEW);
      assertThat(restarted.values()).containsOnly(List.of("system xla"));
      whole.keySet().removeIf(StoredByEarlierBuildTest::isBegunAnew);
      figures.keySet().removeIf(StoredByEarlierBuildTest::isBegunAnew);
      assertThat(whole).containsAllEntriesOf(figures);
      // A plan that ended before is not published again.
      whole.keySet().removeIf(key -> key.startsWith("plan "));
      assertThat(figures).containsAllEntriesOf(whole);
    }
  }

  private static boolean isBegunAnew(String key) {
    return BEGUN_ANEW.stream().anyMatch(key::contains);
  }

  private static int half(byte[] log) {
    int half = log.length / 2;
    while (log[half - 1] != '\n') {
      half++;
    }
    return half;
  }

  private static List<Part> read() throws IOException {
    List<Part> parts = new ArrayList<>();
    try (InputStream file =
            requireNonNull(StoredByEarlierBuildTest.class.getResourceAsStream(FILE));
        DataInputStream in = new DataInputStream(new GZIPInputStream(file))) {
      for (int left = in.readInt(); left > 0; left--) {
        String store = in.readUTF();
        String key = in.readUTF();
        parts.add(new Part(store, key, in.readNBytes(in.readInt())));
      }
    }
    return parts;
  }

  /**
   * Writes the file.
   *
   * @param arguments a folder for the stores, the file, and the logs
   */
  public static void main(String[] arguments) throws IOException {
    List<Part> parts = new ArrayList<>();
    try (Transcript job = new Transcript(Path.of(arguments[0]), LogAnalysis::load)) {
      for (String name : Arrays.asList(arguments).subList(2, arguments.length)) {
        byte[] log = Files.readAllBytes(Path.of(name));
        String source = Path.of(name).getFileName().toString();
        parts.add(new Part(LOG, source, log));
        job.log(source, 0, Arrays.copyOf(log, half(log)), 4096);
      }
      job.flush();
      for (String store : UsageTopology.STORES) {
        try (KeyValueIterator<String, byte[]> all = job.store(store).all()) {
          all.forEachRemaining(part -> parts.add(new Part(store, part.key, part.value)));
        }
      }
    }
    try (DataOutputStream out =
        new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(Path.of(arguments[1]))))) {
      out.writeInt(parts.size());
      for (Part part : parts) {
        out.writeUTF(part.store());
        out.writeUTF(part.key());
        out.writeInt(part.bytes().length);
        out.write(part.bytes());
      }
    }
  }
}
