package io.tidemark.sink.history;

import static io.tidemark.sink.Made.DRAM;
import static io.tidemark.sink.Made.NEW_YEAR_MILLIS;
import static io.tidemark.sink.Made.RUN;
import static io.tidemark.sink.Made.op;
import static io.tidemark.sink.Made.ops;
import static io.tidemark.sink.Made.status;

import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.sink.Golden;
import io.tidemark.sink.Made;
import io.tidemark.sink.history.RemoteWrite.WriteRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run with every figure that has a time: published names, labels and bytes must not change. */
class GoldenHistoryTest {

  @TempDir Path folder;

  private static void write(HistoryWriter out) throws IOException {
    RunHistory history = new RunHistory(RUN, "box-1", out);
    history.apply(snapshot(0, "AddOp", null, 600 * Made.MIB));
    history.apply(snapshot(10, null, Op.SUBMISSION, 900 * Made.MIB));
    history.apply(Made.outOfMemory(5000, 1, 4000).failures().newest().get(0));
    history.correct(DRAM, Made.usage(600 * Made.MIB, 700 * Made.MIB, 4500));
    history.correct(DRAM, ops(4500, op("AddOp", 9, 900, 20), op("MatmulOp", 7, 800, 300)));
    history.apply(Made.alertKey(AlertRule.NEAR_CAPACITY), Made.alert(NEW_YEAR_MILLIS + 3000, 4500));
    history.apply(Made.PLAN, Made.summary(4400));
    RunStatus end = status("g1", 5000, NEW_YEAR_MILLIS + 400_000);
    RunFailures failures = Made.outOfMemory(5000, 1, 4000).failures();
    history.end(
        new RunStatus(
            end.source(), end.read(), end.tracking(), failures, end.training(), end.time()));
    out.finish();
  }

  private static MemoryEvent snapshot(long after, String before, String changedBy, long used) {
    long capacity = 1024 * Made.MIB;
    MemoryView view =
        new MemoryView("DRAM", 12, capacity, used, capacity - used, (capacity - used) / 2);
    return new MemoryEvent.Snapshot(
        new LogPosition(after, NEW_YEAR_MILLIS + after),
        "0",
        before == null ? null : new Op(before, null, null),
        changedBy,
        List.of(view));
  }

  @Test
  void theFileIsTheGoldenOne() throws Exception {
    Path path = folder.resolve("history.txt");
    try (OpenMetricsFile file = new OpenMetricsFile(path)) {
      write(file);
    }

    Golden.check(Files.readString(path), "golden-history.txt");
  }

  @Test
  void theBodyOfARemoteWriteIsTheGoldenOne() throws Exception {
    WriteRequest request = new WriteRequest();
    write(
        new HistoryWriter() {
          @Override
          public void write(Series series, long millis, double value) {
            request.add(series, millis, value);
          }

          @Override
          public void finish() {}

          @Override
          public void close() {}
        });

    String hex = HexFormat.of().formatHex(request.bytes()).replaceAll("(.{100})", "$1\n") + "\n";
    Golden.check(hex, "golden-remote-write.hex");
  }
}
