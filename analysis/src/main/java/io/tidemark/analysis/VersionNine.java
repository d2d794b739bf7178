package io.tidemark.analysis;

import io.tidemark.analysis.memory.Device;
import io.tidemark.analysis.plan.PlanParts;
import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.SystemTracker;
import io.tidemark.analysis.system.UnsectionedState;
import io.tidemark.model.RunId;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Reads a run that was stored before sections: all parts in one sequence, plans before devices.
 * After the next slice the run is stored in sections.
 */
final class VersionNine {

  static final int VERSION = 9;

  /** Systems in the order of their stored parts. */
  private static final List<String> PLANS =
      List.of("tpu-mlir", "zant", "tflite-micro", "xla", "tt-train");

  private static final List<String> DEVICES = List.of("xla", "zant", "ttnn", "tpu-mlir");
  private static final String RUNTIME = "tenstorrent";

  private final RunTracker run;

  private VersionNine(RunTracker run) {
    this.run = run;
  }

  static boolean wrote(byte[] hot) {
    return hot.length > 0 && hot[0] == VERSION;
  }

  static RunTracker read(RunId id, LogSystems systems, PartReader in, RunParts parts) {
    RunTracker run = RunTracker.begin(id, systems);
    new VersionNine(run).read(in);
    parts.scan(Store.OPS, run.devices.parts()::restoreOp);
    parts.scan(Store.TIMELINES, run.devices.parts()::restoreTimeline);
    run.devices.points().forget();
    for (int i = 0; i < systems.systems().size(); i++) {
      LogSystem system = systems.systems().get(i);
      if (system.name().equals("xla")) {
        parts.adoptPages(system, run.trackers.get(i)::restorePage);
      }
    }
    parts.scanPlans((key, bytes) -> PlanParts.restore(run.plans, key, bytes));
    run.trackers.forEach(SystemTracker::restored);
    return run;
  }

  private void read(PartReader in) {
    for (int left = in.count(); left > 0; left--) {
      run.formats().add(in.word());
    }
    run.plans.read(in);
    each(PLANS, in, UnsectionedState::readPlans);
    run.devices.readSnapshots(in);
    UnsectionedState runtime = of(RUNTIME);
    runtime.readSeen(run.formats(), in);
    run.devices.readNamesAndFailures(in);
    each(DEVICES, in, UnsectionedState::readDevices);
    for (int left = in.count(); left > 0; left--) {
      Device device = run.devices.readDevice(in);
      runtime.readDevice(device, in);
    }
  }

  private void each(
      List<String> names, PartReader in, BiConsumer<UnsectionedState, PartReader> read) {
    names.forEach(name -> read.accept(of(name), in));
  }

  private UnsectionedState of(String name) {
    List<LogSystem> systems = run.systems.systems();
    for (int i = 0; i < systems.size(); i++) {
      boolean is = systems.get(i).name().equals(name);
      if (is && run.trackers.get(i) instanceof UnsectionedState state) {
        return state;
      }
    }
    throw new IllegalStateException(
        "state of version %d: system %s is needed to read it".formatted(VERSION, name));
  }
}
