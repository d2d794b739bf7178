package io.tidemark.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.state.ChangedState;
import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldAtPeakTest {

  private static final RunId RUN = new RunId("log", 1);
  private static final MemoryKey DRAM = new MemoryKey(RUN, "0", "DRAM");

  private Devices devices = new Devices();
  private final Map<String, byte[]> stored = new HashMap<>();
  private long offset;
  private @Nullable OpTable table;

  /** Records a use caused by this op. */
  private void use(@Nullable String owner, long used) {
    String place = owner == null ? null : "3|L[net.%d]|x".formatted(owner.hashCode() % 3);
    Op op = owner == null ? null : new Op(owner, place, null);
    Block block = new Block(Point.AFTER_OPERATION, op, op);
    block.views().add(new MemoryView("DRAM", 1, 1000, used, 1000 - used, 0L));
    Device device = Objects.requireNonNull(devices.device("0"));
    device.stated(block, Crossed.NOTHING, new LogPosition(offset++, 0), event -> {});
  }

  private Map<String, Long> held() {
    ChangedState changed = ChangedState.none();
    devices.publish(RUN, changed);
    OpTable known = changed.ops().getOrDefault(DRAM, table);
    table = known;
    Map<String, Long> held = new TreeMap<>();
    if (known != null) {
      for (OpUsage op : known.ops()) {
        held.put(op.op(), Objects.requireNonNull(op.heldAtPeakBytes()));
      }
      assertThat(known.modules().stream().mapToLong(Holder::heldAtPeakBytes).sum())
          .isEqualTo(held.values().stream().mapToLong(Long::longValue).sum());
      held.put(Op.BEFORE, Objects.requireNonNull(known.heldBeforeBytes()));
    }
    return held;
  }

  private void restart() {
    byte[] state = StateFormat.write(devices.state());
    devices.parts().storeOps(stored::put);
    devices = new Devices(StateFormat.read(state, Devices.State.class), new RunPoints());
    stored.forEach(devices.parts()::restoreOp);
  }

  @Test
  void whatAnOpRaisedAndDidNotFreeUntilThePeakIsHeldThere() {
    use("Load", 100);
    use("Matmul", 300);
    use("Free", 250);
    use("Matmul", 400);
    use("Free", 150);
    use("Add", 200);
    assertThat(held())
        .isEqualTo(Map.of("Load", 0L, "Matmul", 350L, "Free", -50L, "Add", 0L, Op.BEFORE, 100L));
  }

  @Test
  void aNewPeakIsPublishedThoughItsChangeIsNobodys() {
    use("Load", 100);
    use("Matmul", 300);
    held();
    use(null, 500);
    assertThat(held()).isEqualTo(Map.of("Load", 0L, "Matmul", 200L, Op.BEFORE, 300L));
  }

  @Test
  void whatIsFreedAndTakenAgainBehindThePeakChangesNothing() {
    use("Load", 0);
    use("Matmul", 300);
    restart();
    use("Matmul", 10);
    restart();
    use("Matmul", 300);
    assertThat(held()).isEqualTo(Map.of("Load", 0L, "Matmul", 300L, Op.BEFORE, 0L));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void opsAndWhatWasThereBeforeAddUpToThePeak(int seed) {
    Random random = new Random(seed);
    Map<String, Long> net = new HashMap<>();
    Map<String, Long> atPeak = new HashMap<>();
    long now = random.nextInt(100);
    long peak = now;
    use(null, now);
    for (int i = 0; i < 500; i++) {
      String op = random.nextInt(8) == 0 ? null : "op" + random.nextInt(6);
      long next = random.nextInt(1000);
      use(op, next);
      net.merge(op == null ? Op.BEFORE : op, next - now, Long::sum);
      now = next;
      if (now > peak) {
        peak = now;
        atPeak = new HashMap<>(net);
      }
      if (random.nextInt(9) == 0) {
        restart();
      }
      Map<String, Long> held = held();
      if (table != null) {
        assertThat(held.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(peak);
        for (String name : held.keySet()) {
          if (!name.equals(Op.BEFORE)) {
            assertThat(held).containsEntry(name, atPeak.getOrDefault(name, 0L));
          }
        }
      }
    }
  }
}
