package io.tidemark.sink.meter;

import static java.util.Comparator.comparing;

import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.Op;
import io.tidemark.model.OpTable;
import io.tidemark.model.OpUsage;
import io.tidemark.model.Peak;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import io.tidemark.sink.board.Moment;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A run's ops as series. */
final class OpRows {

  private static final int MOST_PEAKS = 50;
  private static final int MOST_RANKS = 10;
  private static final Comparator<OpUsage> HIGHEST_FIRST =
      Comparator.comparingLong(OpUsage::peakBytes).reversed().thenComparing(OpUsage::op);

  private final Moment moment;
  private final Rows rows;

  OpRows(Moment moment, Rows rows) {
    this.moment = moment;
    this.rows = rows;
  }

  void add(RunId id, RunStatus status, Devices devices) {
    List<Map.Entry<MemoryKey, OpTable>> tables =
        moment.opsOf(id).stream().filter(table -> devices.show(table.getKey())).toList();
    for (Map.Entry<MemoryKey, OpTable> table : tables) {
      addRanks(table.getKey(), table.getValue());
    }
    for (Map.Entry<MemoryKey, OpTable> table : tables) {
      addBytes(table.getKey(), table.getValue(), status.endMillis() == null);
    }
    addCounts(id, tables);
  }

  private void addRanks(MemoryKey key, OpTable table) {
    MemoryUsage usage = moment.usage().get(key);
    int rank = 1;
    for (OpUsage op : highest(table, MOST_RANKS)) {
      if (op.peakBytes() > 0) {
        rows.add(
            BoardMeter.PEAK_OP,
            1,
            key.run().toString(),
            key.device(),
            key.memory(),
            Integer.toString(rank),
            op.op(),
            rank == 1 && usage != null ? locationAt(usage.tidemark(), op) : "");
        rank++;
      }
    }
  }

  private void addBytes(MemoryKey key, OpTable table, boolean live) {
    String run = key.run().toString();
    for (OpUsage op : highest(table, MOST_PEAKS)) {
      rows.add(BoardMeter.OP_PEAK, op.peakBytes(), run, key.device(), key.memory(), op.op());
    }
    for (OpUsage op : table.ops()) {
      rows.add(BoardMeter.OP_GROWTH, op.growthBytes(), run, key.device(), key.memory(), op.op());
      if (live) {
        rows.add(BoardMeter.OP_USED, op.usedBytes(), run, key.device(), key.memory(), op.op());
      }
    }
  }

  /** An op touches every memory of its device: the highest count is how often it ran. */
  private void addCounts(RunId id, List<Map.Entry<MemoryKey, OpTable>> tables) {
    record DeviceOp(String device, String op) {}
    Map<DeviceOp, Long> counts =
        new TreeMap<>(comparing(DeviceOp::device).thenComparing(DeviceOp::op));
    for (Map.Entry<MemoryKey, OpTable> table : tables) {
      for (OpUsage op : table.getValue().ops()) {
        if (!Op.untold(op.op())) {
          counts.merge(new DeviceOp(table.getKey().device(), op.op()), op.count(), Math::max);
        }
      }
    }
    counts.forEach(
        (op, count) -> rows.add(BoardMeter.OPS, count, id.toString(), op.device(), op.op()));
  }

  private static List<OpUsage> highest(OpTable table, int most) {
    return table.ops().stream().sorted(HIGHEST_FIRST).limit(most).toList();
  }

  /** The peak's location is that of the op before which it was first seen. */
  private static String locationAt(Peak peak, OpUsage op) {
    String location = peak.location();
    return location != null && op.op().equals(peak.before()) ? location : "";
  }
}
