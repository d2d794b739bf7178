package io.tidemark.analysis.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.LogRun;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.RunId;
import io.tidemark.model.log.Slice;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Stored parts of the runs of several writers, slice by slice. */
class OpenRunsTest {

  private static final String BLOCK =
      "Always | DEBUG | Device memory state before operation AddOp\n"
          + "Always | DEBUG | Device DRAM memory state: MemoryView{numBanks: 12,"
          + " totalBytesPerBank: 100.000 MB, totalBytesAllocatedPerBank: 1.000 MB,"
          + " totalBytesFreePerBank: 99.000 MB, largestContiguousBytesFreePerBank: 99.000 MB}\n";

  /** Records the keys written to the hot store. */
  private static final class NotedParts implements StateParts {
    final HeapParts parts = new HeapParts();
    final List<String> written = new ArrayList<>();

    @Override
    public byte @Nullable [] get(Store store, String key) {
      return parts.get(store, key);
    }

    @Override
    public void scan(Store store, String prefix, BiConsumer<String, byte[]> each) {
      parts.scan(store, prefix, each);
    }

    @Override
    public void put(Store store, String key, byte @Nullable [] value) {
      parts.put(store, key, value);
      if (store == Store.HOT) {
        written.add(key.replace('\0', '/'));
      }
    }
  }

  private final NotedParts parts = new NotedParts();
  private final Map<RunId, RunStatus> runs = new HashMap<>();
  private LogAnalysis log = LogAnalysis.load("log", parts);
  private long next;

  private void read(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    parts.written.clear();
    log.after(new Slice("g", next, bytes.length, LogRun.lines(bytes), false, false, 1, 2, bytes));
    next += bytes.length;
  }

  private void publish() {
    runs.putAll(log.changes().runs());
  }

  private static String by(int worker) {
    String mark = "[rank" + worker + "]: ";
    return mark + BLOCK.strip().replace("\n", "\n" + mark) + "\n";
  }

  @Test
  void onlyTheRunsWhoseWritersSaidSomethingAreWritten() {
    read(by(0) + by(1) + by(2));
    assertThat(parts.written).contains("log/open/00000002", "log/open/00000003", "log");
    publish();
    read(by(0) + by(1) + by(2));

    read(by(2));
    assertThat(parts.written).containsExactly("log/open/00000003", "log");
    read("[rank1]: silent so far\n");
    assertThat(parts.written).containsExactly("log/open/00000002", "log");
    read(by(0));
    assertThat(parts.written).containsExactly("log");
  }

  @Test
  void nothingOfARunIsLostThatWasPublishedBetweenTwoSlices() {
    LogAnalysis whole = LogAnalysis.load("log", new HeapParts());
    StringBuilder text = new StringBuilder();
    for (int worker : List.of(0, 1, 2, 1, 1, 2, 0, 1)) {
      text.append(by(worker));
      read(by(worker));
      publish();
    }
    log = LogAnalysis.load("log", parts);
    log.end();
    publish();
    byte[] bytes = text.toString().getBytes(UTF_8);
    whole.after(new Slice("g", 0, bytes.length, LogRun.lines(bytes), false, false, 1, 2, bytes));
    whole.end();
    assertThat(snapshots(runs)).isEqualTo(snapshots(whole.changes().runs()));
  }

  private static Map<RunId, List<Object>> snapshots(Map<RunId, RunStatus> runs) {
    Map<RunId, List<Object>> snapshots = new HashMap<>();
    runs.forEach((run, status) -> snapshots.put(run, List.of(status.snapshots(), status.lines())));
    return snapshots;
  }
}
