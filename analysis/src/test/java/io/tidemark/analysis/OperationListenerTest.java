package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.analysis.system.tenstorrent.Operation;
import io.tidemark.analysis.system.tenstorrent.Operation.Constants;
import io.tidemark.analysis.system.tenstorrent.OperationListener;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tenstorrent.mlir.ModuleArgument;
import io.tidemark.model.event.MemoryEvent.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A listener receives the ops and modules that the analysis finds. */
class OperationListenerTest {

  private static final String GENERATION = "g";
  private static final String LOGGED = "      ";

  private final Shown shown = new Shown();
  private String text;
  private byte[] log;

  private static final class Shown implements OperationListener {
    final List<Operation> operations = new ArrayList<>();
    final List<String> modules = new ArrayList<>();
    final List<Limit> limits = new ArrayList<>();

    @Override
    public void onOperation(Operation operation) {
      operations.add(operation);
    }

    @Override
    public void onModule(List<ModuleArgument> arguments) {
      arguments.forEach(argument -> modules.add(argument.type() + " " + argument.ssa()));
    }

    @Override
    public void onStage(String stage, String text) {
      modules.add(stage + ":" + text.strip());
    }

    @Override
    public void onLimit(Limit limit, long count) {
      limits.add(limit);
    }

    List<String> types(String device) {
      return of(device).stream().map(Operation::type).toList();
    }

    List<Operation> of(String device) {
      return operations.stream().filter(op -> op.device().equals(device)).toList();
    }
  }

  @BeforeEach
  void readLog() throws Exception {
    log = LogRun.resource("operations.log");
    text = new String(log, UTF_8);
  }

  private Settings listening() {
    LogSystems systems = LogSystems.ALL.with(Tenstorrent.class, runtime -> runtime.showing(shown));
    return new Settings(Thresholds.DEFAULT, systems);
  }

  @Test
  void anOpComesWithItsPlaceItsProgramAndTheMemoryBeforeIt() {
    LogRun run = LogRun.of(log, listening());

    assertThat(shown.types("0"))
        .containsExactly("LoadCachedOp", "ToLayoutOp", "AddOp", "DeallocateOp");
    assertThat(shown.operations)
        .extracting(Operation::before)
        .isEqualTo(
            run.events.stream()
                .filter(Snapshot.class::isInstance)
                .map(event -> ((Snapshot) event).memories())
                .toList());
    assertThat(shown.operations)
        .extracting(Operation::constants)
        .containsExactly(null, new Constants("main_const_eval_0", true), null, null);
    assertThat(shown.operations.get(2).printed().location()).isEqualTo("model.py:3");
    assertThat(shown.operations)
        .extracting(op -> op.tensors().dram().tensors())
        .containsExactly(1, 1, 2, 2);
  }

  @Test
  void opsOfAProgramCarryTheWeightsOfTheOpThatRunsIt() {
    LogRun.of(log, listening());

    assertThat(shown.operations)
        .extracting(op -> op.weights().stream().map(ModuleArgument::name).toList())
        .containsExactly(List.of("layer.weight"), List.of("layer.weight"), List.of(), List.of());
  }

  @Test
  void modulesComeBeforeTheOpsThatRunThem() {
    LogRun.of(log, listening());

    assertThat(shown.modules)
        .containsExactly(
            "parameter %arg0",
            "input %arg1", "ttir:%0 = \"ttir.add\"(%arg1, %arg0) loc(\"model.py:3\")");
  }

  @Test
  void aWorkerThatWritesBetweenAnothersLinesHasItsOwnProgramsAndTensors() {
    StringBuilder both = new StringBuilder();
    text.lines()
        .forEach(
            line -> {
              if (line.startsWith(LOGGED)) {
                both.append("[1,0]<stdout>:").append(line).append('\n');
                both.append("[1,1]<stdout>:");
              }
              both.append(line).append('\n');
            });
    LogRun.of(log, listening());
    List<Operation> alone = List.copyOf(shown.operations);
    shown.operations.clear();

    LogRun.of(both.toString().getBytes(UTF_8), listening());

    List<Operation> ofBoth = new ArrayList<>(alone);
    ofBoth.addAll(alone);
    assertThat(shown.operations)
        .usingRecursiveComparison()
        .ignoringCollectionOrder()
        .isEqualTo(ofBoth);
  }

  @Test
  void nothingThatIsShownIsStored() {
    HeapParts listened = LogRun.of(log, listening()).parts;

    assertThat(PartSizes.bytes(listened)).isEqualTo(PartSizes.bytes(LogRun.of(log).parts));
  }

  @Test
  void aListenerIsShownTheSameHoweverTheLogIsSliced() {
    LogRun.of(log, listening());
    List<Operation> whole = List.copyOf(shown.operations);
    shown.operations.clear();
    LogRun lineByLine = new LogRun(listening());

    text.lines().forEach(line -> lineByLine.feedNext(GENERATION, (line + "\n").getBytes(UTF_8)));

    assertThat(shown.operations).isEqualTo(whole);
  }

  @Test
  void aRestoredRunGoesOnShowingItsOps() {
    int middle = text.indexOf("Executing operation: %0 = \"ttnn.to_layout\"");
    int cut = text.lastIndexOf('\n', middle) + 1;
    LogRun run = new LogRun(listening());
    run.feed(GENERATION, log, 0, cut);
    run.restart();

    run.feed(GENERATION, log, cut, log.length);

    assertThat(shown.types("0"))
        .containsExactly("LoadCachedOp", "ToLayoutOp", "AddOp", "DeallocateOp");
  }

  @Test
  void programsNestedTooDeepAreCounted() {
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      deep.append("Always | DEBUG | Starting execution of program: p").append(i).append('\n');
    }

    LogRun.of(deep.toString().getBytes(UTF_8), listening());

    assertThat(shown.limits)
        .containsExactly(OperationListener.Limit.DEPTH, OperationListener.Limit.DEPTH);
  }
}
