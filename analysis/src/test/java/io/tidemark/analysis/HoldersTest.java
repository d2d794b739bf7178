package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.Op;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.plan.PlanPeaks;
import io.tidemark.model.plan.PlanRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the modules of a model hold at the peak. */
class HoldersTest {

  private static final long MIB = 12L << 20;

  private final StringBuilder log = new StringBuilder();

  private void line(String text) {
    log.append("Always | DEBUG | ").append(text).append('\n');
  }

  private void op(String text, @Nullable String module, int usedMib) {
    String place =
        module == null ? "" : " loc(\"4|Block[%s]|x.py:3|f|4|aten__x\")".formatted(module);
    line("Executing operation: " + text + place);
    line("Device memory state before operation " + (text.startsWith("%") ? "XOp" : "FreeOp"));
    line(
        "Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1000.000 MB,"
            + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                .formatted(usedMib, 1000 - usedMib)
            + " largestContiguousBytesFreePerBank: 1.000 MB}");
  }

  private static String makes(String name) {
    return name
        + " = \"ttnn.x\"() : () -> tensor<32x32xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>,"
        + " memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>";
  }

  private static String frees(String name) {
    return "\"ttnn.deallocate\"(" + name + ") : (x) -> ()";
  }

  /** The modules of a log in MiB per bank, equal if it is read line by line with restarts. */
  private List<Holder> holders(Settings settings) {
    LogRun run = new LogRun(settings);
    for (String line : log.toString().lines().toList()) {
      run.feedNext("life", (line + "\n").getBytes(UTF_8));
      run.restart();
    }
    run.end();
    OpTable whole = LogRun.of(log.toString().getBytes(UTF_8), settings).ops.get("log#1 0 DRAM");
    assertThat(run.ops.get("log#1 0 DRAM").modules()).isEqualTo(whole.modules());
    return whole.modules().stream()
        .map(holder -> new Holder(holder.name(), holder.heldAtPeakBytes() / MIB))
        .toList();
  }

  private void twoLayers() {
    op(makes("%0"), "model.layers.0", 10);
    op(makes("%1"), "model.layers.0.mlp", 30);
    op(makes("%2"), "model.layers.1", 70);
    op(frees("%0"), "model.layers.1", 100);
    op(makes("%3"), "model.layers.1", 80);
    op(makes("%4"), "head", 200);
  }

  @Test
  void freedBytesGoBackToTheModuleThatAllocatedThem() {
    twoLayers();
    // Layer 0 allocated 20 + 40 and 20 of it are freed by layer 1, which allocated 30 + 120.
    assertThat(holders(Settings.DEFAULT))
        .containsExactly(new Holder("model.layers.1", 150), new Holder("model.layers.0", 40));
  }

  @Test
  void aUsersGroupsComeFirst() {
    twoLayers();
    LogSystems grouped =
        LogSystems.ALL.grouped(ModuleGroups.of(List.of("(layers)\\.0", "mlp|layers.1")));
    assertThat(holders(new Settings(Thresholds.DEFAULT, grouped)))
        .containsExactly(new Holder("layers.1", 150), new Holder("layers", 40));
    assertThatThrownBy(() -> ModuleGroups.of(List.of("(")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ModuleGroups.of(List.of("a*")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aUsersGroupsNameTheBuffersOfAPlan() throws Exception {
    LogSystems grouped = LogSystems.ALL.grouped(ModuleGroups.of(List.of("layer\\d")));
    LogRun run =
        LogRun.of(
            Files.readAllBytes(Path.of("../examples/tpu-mlir.log")),
            new Settings(Thresholds.DEFAULT, grouped));
    PlanPeaks peaks =
        ((PlanRecord.Summary) Objects.requireNonNull(run.plans.get("log#1 lmem#3 1,1,1,6,4 0")))
            .peaks();
    assertThat(peaks.modules())
        .extracting(Holder::name)
        .containsExactly("layer2", "layer1", "(no module)", "layer3", "layer0");
    assertThat(peaks.modules().stream().mapToLong(Holder::heldAtPeakBytes).sum())
        .isEqualTo(peaks.placed().bytes());
  }

  @Test
  void aLongPathNamesItsModuleToo() {
    String deep = "m".repeat(100) + ".layers.";
    op(makes("%0"), deep + 7, 10);
    op(makes("%1"), deep + 8, 30);
    op(makes("%2"), deep + 8, 30);
    assertThat(holders(Settings.DEFAULT)).containsExactly(new Holder(deep + 7, 20));
  }

  @Test
  void modulesAboveTheLimitAreSummed() {
    for (int i = 0; i < 80; i++) {
      op(makes("%" + i), "model.layers." + i, i);
    }
    assertThat(holders(Settings.DEFAULT))
        .hasSize(65)
        .first()
        .isEqualTo(new Holder(Op.OTHER, 79 - 64));
  }

  @Test
  void anOpWithoutAPlaceIsOfNoModule() {
    op(makes("%1"), null, 5);
    op(makes("%2"), "net", 9);
    op(makes("%2"), null, 19);
    assertThat(holders(Settings.DEFAULT))
        .containsExactly(new Holder("net", 10), new Holder("(no module)", 4));
  }

  @Test
  void theModulesOfTheExampleAddUpToItsPeak() throws Exception {
    LogRun run = LogRun.of(Files.readString(Path.of("../examples/tenstorrent.log")));
    run.end();
    OpTable table = run.ops.get("log#1 0 DRAM");
    long sum = table.modules().stream().mapToLong(Holder::heldAtPeakBytes).sum();
    assertThat(sum + Objects.requireNonNull(table.heldBeforeBytes()))
        .isEqualTo(run.memory("DRAM").peaks().highestSnapshot().usedBytes());
    assertThat(table.modules()).extracting(Holder::name).contains("model.layers.0", "(weights)");
  }
}
