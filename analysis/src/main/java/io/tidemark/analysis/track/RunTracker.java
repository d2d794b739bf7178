package io.tidemark.analysis.track;

import io.tidemark.analysis.StateParts;
import io.tidemark.analysis.StateParts.Store;
import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.KeyValueRecord;
import io.tidemark.analysis.parse.TenstorrentFact;
import io.tidemark.analysis.parse.TflmFact;
import io.tidemark.analysis.parse.TtTrainFact;
import io.tidemark.analysis.parse.XlaDumpFact;
import io.tidemark.analysis.parse.ZantFact;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.MemoryUsage;
import io.tidemark.model.OpTable;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import io.tidemark.model.Training;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run: its devices, its plans, and the formats it was told in. */
public final class RunTracker {

  private static final int MAX_DEVICES = 64;

  private final RunId id;
  private final Map<String, DeviceTracker> devices = new TreeMap<>();
  private final Plans plans = new Plans();
  private final LmemTracker lmem = new LmemTracker(plans);
  private final ZantTracker zant = new ZantTracker(plans);
  private final TflmTracker tflm = new TflmTracker(plans);
  private final XlaDumpTracker xlaDump;
  private final TtTrainTracker training = new TtTrainTracker();
  private final List<String> formats = new ArrayList<>();
  private Names names = new Names();
  private Failures failures = new Failures();
  private long snapshots;
  private boolean opLines;

  public RunTracker(RunId id) {
    this.id = id;
    xlaDump = new XlaDumpTracker(plans, id.source());
  }

  public RunId id() {
    return id;
  }

  public void take(Fact fact, At at, Consumer<MemoryEvent> events) {
    if ((fact instanceof XlaDumpFact dump && !xlaDump.expects(dump))
        || (fact instanceof TtTrainFact line && !training.expects(line))) {
      return;
    }
    if (formats.isEmpty()) {
      events.accept(new MemoryEvent.RunStarted(at.offset(), at.timeMillis(), fact.format()));
    }
    if (!formats.contains(fact.format())) {
      formats.add(fact.format());
    }
    if (fact instanceof KeyValueRecord record) {
      lmem.take(record, at, events);
    } else if (fact instanceof ZantFact.Plan plan) {
      zant.take(plan, at, events);
    } else if (fact instanceof ZantFact.Held held) {
      DeviceTracker host = device("0");
      if (host != null) {
        host.stated(ZantTracker.held(held), at, events);
        snapshots++;
      }
    } else if (fact instanceof TtTrainFact line) {
      training.take(line, at, events);
      trained(line, at, events);
    } else if (fact instanceof TflmFact line) {
      tflm.take(line, at, events);
    } else if (fact instanceof XlaDumpFact line) {
      xlaDump.take(line, at, events);
    } else if (fact instanceof TenstorrentFact line) {
      DeviceTracker device = device(line.device());
      if (device != null) {
        take(line, device, at, events);
      }
    }
  }

  private void trained(TtTrainFact fact, At at, Consumer<MemoryEvent> events) {
    String name = fact instanceof TtTrainFact.DevicePeak line ? line.device() : "0";
    DeviceTracker device =
        device(fact instanceof TtTrainFact.BufferTraced line ? line.device() : name);
    if (device != null) {
      snapshots += TtTrainMemory.state(device, fact, at, events);
    }
  }

  private boolean toldAnything() {
    return snapshots > 0 || plans.any() || failures.count() > 0 || training.any();
  }

  /** Whether this line is of another run than all that was told so far. */
  public boolean begins(Fact fact) {
    return fact instanceof TtTrainFact line
        ? training.begins(line)
        : fact instanceof TenstorrentFact.ProcessStarted && toldAnything();
  }

  /** {@code null} while the log holds no trainer's summary. */
  public @Nullable Training training() {
    return training.training();
  }

  private @Nullable DeviceTracker device(String device) {
    DeviceTracker known = devices.get(device);
    if (known == null && devices.size() < MAX_DEVICES) {
      known = new DeviceTracker(device, names);
      devices.put(device, known);
    }
    return known;
  }

  private void take(
      TenstorrentFact fact, DeviceTracker device, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof TenstorrentFact.MemoryViewLine line) {
      snapshots += device.memory(line, at, events) ? 1 : 0;
    } else if (fact instanceof TenstorrentFact.MemoryHeader header) {
      device.header(header, events);
    } else if (fact instanceof TenstorrentFact.OpStarted op) {
      opLines = true;
      device.operation(op, events);
    } else if (fact instanceof TenstorrentFact.ProgramStarted program) {
      opLines = true;
      device.programStarted(program.program(), events);
    } else if (fact instanceof TenstorrentFact.ProgramFinished program) {
      opLines = true;
      device.programFinished(program.program(), events);
    } else if (fact instanceof TenstorrentFact.Compiling && !opLines) {
      device.compiling();
    } else if (fact instanceof TenstorrentFact.AllocationFailed failure) {
      MemoryEvent.OutOfMemory event = device.failed(failure, at, events);
      if (event != null) {
        failures.add(event);
        events.accept(event);
      }
    }
  }

  /** Closes what is open. */
  public void end(At at, Consumer<MemoryEvent> events) {
    devices.values().forEach(device -> device.close(events));
    xlaDump.endModule(at, events);
    training.end(events);
    plans.endAll("truncated", at);
  }

  public long snapshots() {
    return snapshots;
  }

  public boolean flatAttribution() {
    return snapshots > 0 && !opLines;
  }

  public List<String> formats() {
    return formats;
  }

  public Failures failures() {
    return failures;
  }

  /** Hands over what changed since it was last asked for. */
  public void tell(
      Map<MemoryKey, MemoryUsage> usage,
      Map<MemoryKey, OpTable> ops,
      Map<PlanKey, PlanRecord> records) {
    devices.forEach(
        (name, device) -> {
          device
              .memories()
              .forEach(
                  (memory, figures) -> {
                    MemoryUsage changed = figures.changedUsage();
                    if (changed != null) {
                      usage.put(new MemoryKey(id, name, memory), changed);
                    }
                  });
          device
              .tables()
              .forEach(
                  (memory, table) -> {
                    OpTable changed = table.changedTable(names.overflow());
                    if (changed != null) {
                      ops.put(new MemoryKey(id, name, memory), changed);
                    }
                  });
        });
    plans.tell((plan, page, record) -> records.put(new PlanKey(id, plan, page), record));
  }

  /** Puts the parts of its own that changed: ops and plan pages. */
  public void store(StateParts parts) {
    devices.forEach(
        (name, device) ->
            device
                .tables()
                .forEach(
                    (memory, table) ->
                        table.store(
                            (op, bytes) ->
                                parts.put(
                                    Store.OPS,
                                    prefix() + name + '\0' + memory + '\0' + op,
                                    bytes))));
    plans.store(
        (index, page, bytes) ->
            parts.put(Store.PLANS, prefix() + "%08d\0%06d".formatted(index, page), bytes));
    xlaDump.store(
        (page, bytes) ->
            parts.put(Store.PLANS, prefix() + "%08d\0%06d".formatted(Plans.NONE, page), bytes));
  }

  /** Deletes its parts: the run is over and told. */
  public void drop(StateParts parts) {
    for (Store store : List.of(Store.OPS, Store.PLANS)) {
      List<String> keys = new ArrayList<>();
      parts.scan(store, prefix(), (key, bytes) -> keys.add(key));
      keys.forEach(key -> parts.put(store, key, null));
    }
  }

  private String prefix() {
    return id.source() + '\0' + id.number() + '\0';
  }

  /** Its share of the hot part. */
  public void write(PartWriter out) {
    out.number(snapshots).flag(opLines).number(formats.size());
    formats.forEach(out::text);
    names.write(out);
    failures.write(out);
    plans.write(out);
    lmem.write(out);
    tflm.write(out);
    xlaDump.write(out);
    training.write(out);
    out.number(devices.size());
    devices.forEach(
        (name, device) -> {
          out.text(name);
          device.write(out);
        });
  }

  /** Takes it back, and its other parts from where they are kept. */
  public static RunTracker read(RunId id, PartReader in, StateParts parts) {
    RunTracker run = new RunTracker(id);
    run.snapshots = in.number();
    run.opLines = in.flag();
    for (int left = in.count(); left > 0; left--) {
      run.formats.add(in.word());
    }
    run.names = Names.read(in);
    run.failures = Failures.read(in);
    run.plans.read(in);
    run.lmem.read(in);
    run.tflm.read(in);
    run.xlaDump.read(in);
    run.training.read(in);
    for (int left = in.count(); left > 0; left--) {
      String name = in.word();
      run.devices.put(name, DeviceTracker.read(name, run.names, in));
    }
    parts.scan(Store.OPS, run.prefix(), run::restoreOp);
    parts.scan(Store.PLANS, run.prefix(), run::restorePlan);
    return run;
  }

  private void restoreOp(String key, byte[] bytes) {
    String[] parts = key.substring(prefix().length()).split("\0", 3);
    DeviceTracker device = devices.get(parts[0]);
    OpTableFigures table = device == null ? null : device.tables().get(parts[1]);
    if (table != null) {
      table.restore(parts[2], bytes);
    }
  }

  private void restorePlan(String key, byte[] bytes) {
    String[] parts = key.substring(prefix().length()).split("\0", 2);
    int number = Integer.parseInt(parts[0]);
    if (number == Plans.NONE) {
      xlaDump.restore(bytes);
    } else {
      plans.restore(number, Integer.parseInt(parts[1]), bytes);
    }
  }
}
