package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LogText.Stock;
import io.tidemark.model.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** One process on the device, from start to end: its tensors and its submissions. */
final class ServingProcess {

  private static final int RESIDENT = DecoderProgram.OUTPUT + 1;
  private static final int PASSING = RESIDENT + 1;
  private static final int SPIKE_EVERY = 4;

  private static final Stock STARTED = RuntimeLines.started("main");
  private static final Stock FINISHED = RuntimeLines.finished("main");

  private final Scenario scenario;
  private final Device device;
  private final KeyValueCache cache;
  private final List<ConstEval> weights;
  private final List<Step> embed = DecoderProgram.embed();
  private final List<List<Step>> layerHeads = new ArrayList<>();
  private final List<List<Step>> layerTails = new ArrayList<>();
  private final List<Step> head = DecoderProgram.head();
  private final List<Step> spike = spike();
  private int submissions;

  /** Uploads weights and the first cache pages, without a line in the log. */
  ServingProcess(Scenario scenario, Device device, SplittableRandom random) {
    this.scenario = scenario;
    this.device = device;
    this.cache = new KeyValueCache(scenario);
    this.weights =
        List.of(
            ConstEval.of(0, DecoderProgram.FIRST_WEIGHT, 128256, 4096, hash(random)),
            ConstEval.of(1, DecoderProgram.FIRST_WEIGHT + 1, 28672, 8192, hash(random)));
    for (int layer = 0; layer < DecoderProgram.LAYERS; layer++) {
      layerHeads.add(DecoderProgram.layerHead(layer));
      layerTails.add(DecoderProgram.layerTail(layer));
    }
    cache.fill(device.dram());
    device.place(RESIDENT, random.nextLong(330 * ByteSize.MIB, 370 * ByteSize.MIB));
  }

  /**
   * Runs {@code main} once.
   *
   * @return the bytes per bank that could not be allocated; the process has then ended
   */
  OptionalLong submit(LogText log, Progress progress) {
    if (submissions > 0) {
      device.forget(DecoderProgram.OUTPUT);
    }
    device.say(STARTED);
    weights.forEach(weight -> run(submissions == 0 ? weight.uncached() : weight.cached()));
    run(embed);
    for (int layer = 0; layer < DecoderProgram.LAYERS; layer++) {
      run(layerHeads.get(layer));
      OptionalLong failed = cache.extend(device, layer, progress.at(log));
      if (failed.isPresent()) {
        return failed;
      }
      run(layerTails.get(layer));
    }
    if (scenario == Scenario.SPIKE && submissions % SPIKE_EVERY == SPIKE_EVERY - 1) {
      run(spike);
    }
    run(head);
    device.say(FINISHED);
    submissions++;
    return OptionalLong.empty();
  }

  /** The elapsed share of the scenario, by lines since the process started. */
  record Progress(long firstLine, long spanLines) {
    double at(LogText log) {
      return (double) (log.linesEver() - firstLine) / spanLines;
    }
  }

  private void run(List<Step> steps) {
    for (Step step : steps) {
      step.on(device);
    }
  }

  /** A tensor repeated to hundreds of MiB per bank and dropped at once. */
  private static List<Step> spike() {
    TensorType huge = TensorType.tiled(32, 16384, 3584);
    String loc = " loc(\"98|LlamaModel[model]|aten__repeat\")";
    String text =
        "%%98 = \"ttnn.repeat\"(%%arg2) <{repeat_dims = #ttnn.shape<1x128x1>}> : (%s) -> %s%s"
            .formatted(TensorType.tiled(32, 128, 3584).text(), huge.text(), loc);
    return List.of(
        Step.make(RuntimeLines.operation(text, "RepeatOp"), PASSING, huge),
        Step.drop(ConstEval.deallocate("%98", huge.text(), loc), PASSING));
  }

  private static String hash(SplittableRandom random) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      digits.append("%016x".formatted(random.nextLong()));
    }
    return digits.toString();
  }
}
