package io.tidemark.app.report;

import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirTensor;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ops whose own results have the most padding. Repetitions of an op at the same location with
 * results of the same type are one entry.
 */
final class LargestPadding {

  static final int MOST_LISTED = 10;

  private static final int MOST_KEPT = 4_096;
  private static final Set<String> ON_DEVICE = Set.of("dram", "l1");
  private static final Comparator<Row> LARGEST_FIRST =
      Comparator.comparingLong(Row::paddingBytes)
          .reversed()
          .thenComparing(Row::op)
          .thenComparing(Row::shapes);

  private final Map<Key, Row> rows = new HashMap<>();

  private record Key(String op, @Nullable String location, String types) {}

  /**
   * An op's results, in bytes on all cores.
   *
   * @param shapes of the results on the device
   * @param times how often the op ran
   */
  record Row(
      String op,
      @Nullable String location,
      String shapes,
      long times,
      long unpaddedBytes,
      long paddedBytes) {

    long paddingBytes() {
      return paddedBytes - unpaddedBytes;
    }

    private Row again() {
      return new Row(op, location, shapes, times + 1, unpaddedBytes, paddedBytes);
    }
  }

  void add(MlirOp op) {
    Key key = new Key(op.name(), op.location(), op.outputType());
    Row known = rows.get(key);
    Row row = known == null ? of(op) : known.again();
    if (row == null) {
      return;
    }
    rows.put(key, row);
    if (rows.size() > MOST_KEPT) {
      // Padding depends only on the key, so a dropped entry can never return to the list.
      Set<Row> kept =
          Set.copyOf(rows.values().stream().sorted(LARGEST_FIRST).limit(MOST_KEPT / 2).toList());
      rows.values().retainAll(kept);
    }
  }

  /** {@code null} if nothing on the device is padded, or its size is unknown. */
  private static @Nullable Row of(MlirOp op) {
    List<MlirTensor> results =
        MlirTensor.all(op.outputType()).stream()
            .filter(tensor -> tensor.memory() != null && ON_DEVICE.contains(tensor.memory()))
            .filter(tensor -> tensor.logicalBytes() >= 0)
            .filter(tensor -> tensor.paddedBytes() > tensor.logicalBytes())
            .toList();
    if (results.isEmpty()) {
      return null;
    }
    return new Row(
        op.name(),
        op.location(),
        String.join(", ", results.stream().map(OperationShapes::text).toList()),
        1,
        results.stream().mapToLong(MlirTensor::logicalBytes).sum(),
        results.stream().mapToLong(MlirTensor::paddedBytes).sum());
  }

  List<Row> largest() {
    return rows.values().stream().sorted(LARGEST_FIRST).limit(MOST_LISTED).toList();
  }
}
