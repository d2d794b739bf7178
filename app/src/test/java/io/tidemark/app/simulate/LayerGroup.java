package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LaneBuffer.Kind;
import io.tidemark.app.simulate.LaneBuffer.Lifetime;
import io.tidemark.app.simulate.LanePlacement.Terms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Layers that a compiler tries to run together in local memory, and their buffers. */
record LayerGroup(int layers, List<LaneBuffer> buffers) {

  private static final List<String> OPS =
      List.of("Conv", "Add", "Conv", "Mul", "Sigmoid", "Conv", "MulConst", "Concat", "MaxPool");
  private static final List<String> OP_TYPES =
      List.of(
          "tpu.Conv2D",
          "tpu.Add",
          "tpu.Conv2D",
          "tpu.Mul",
          "tpu.Active",
          "tpu.Conv2D",
          "tpu.MulConst",
          "tpu.Concat",
          "tpu.Pool2D");

  static LayerGroup random(int number, SplittableRandom random) {
    int layers = random.nextInt(4, 12);
    int steps = layers + 2;
    List<LaneBuffer> buffers = new ArrayList<>();
    buffers.add(
        LaneBuffer.of(
            Kind.input(),
            "input_" + number,
            bytes(random, 400_000),
            new Lifetime(steps - 1, 1),
            steps));
    for (int layer = 0; layer < layers; layer++) {
      addLayer(buffers, number, layer, steps, random);
    }
    // The compiler starts with the buffers of the largest size times duration.
    buffers.sort(
        Comparator.comparingLong(
            buffer -> -buffer.unslicedBytes() * Long.bitCount(buffer.steps())));
    return new LayerGroup(layers, List.copyOf(buffers));
  }

  private static void addLayer(
      List<LaneBuffer> buffers, int number, int layer, int steps, SplittableRandom random) {
    int kind = random.nextInt(OPS.size());
    String op = OPS.get(kind);
    String opType = OP_TYPES.get(kind);
    String name = "/blocks." + number + "/layer" + layer + "/" + op + "_output_0_" + op;
    // An output that the pipeline reads in its next round wraps around the loop.
    int end = (layer + 1 + random.nextInt(1, 4)) % steps;
    buffers.add(
        LaneBuffer.of(
            Kind.activation(opType),
            name,
            bytes(random, 600_000),
            new Lifetime(layer + 1, end),
            steps));
    if (op.equals("Conv")) {
      long filter = 64L * random.nextInt(1, 24);
      Lifetime load = new Lifetime(layer, layer + 1);
      buffers.add(LaneBuffer.of(Kind.weight(), name + "_filter_reorderd", filter, load, steps));
      buffers.add(LaneBuffer.of(Kind.weight(), name + "_bias", 8, load, steps));
    }
    if (op.equals("Sigmoid")) {
      // The compiler prints the name of the operation's last operand here.
      Lifetime once = new Lifetime(layer + 1, layer + 1);
      String operand = "/blocks." + number + "/layer" + layer + "/Mul_output_0_Mul";
      buffers.add(
          LaneBuffer.of(Kind.scratch(opType), operand, bytes(random, 100_000), once, steps));
    }
  }

  private static long bytes(SplittableRandom random, long most) {
    return random.nextLong(most / 8, most);
  }

  /** The scale of the activations at which the high-water is close to {@code wantedBytes}. */
  double factorFor(long wantedBytes) {
    double factor = 1;
    for (int round = 0; round < 3; round++) {
      factor *= wantedBytes / (double) highWater(factor);
    }
    while (highWater(factor) > wantedBytes) {
      factor *= 0.98;
    }
    return factor;
  }

  private long highWater(double factor) {
    Terms boundless = new Terms(factor, LaneBuffer.ALIGNMENT_BYTES, Long.MAX_VALUE);
    return LanePlacement.of(buffers, boundless).highWaterBytes();
  }
}
