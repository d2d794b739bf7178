package io.tidemark.app.simulate;

import static io.tidemark.app.simulate.RuntimeLines.debug;
import static io.tidemark.app.simulate.RuntimeLines.operation;

import java.util.List;

/**
 * A weight that {@code main} loads through {@code ttcore.load_cached}. At the first submission its
 * program copies it from the host to the device and tiles it; later submissions find the result
 * cached.
 */
record ConstEval(List<Step> uncached, List<Step> cached) {

  private static final int RAW = 0;

  private static final String TO_DEVICE =
      "%%1 = \"ttnn.to_device\"(%%arg0, %%0) <{memory_config = #ttnn.memory_config<<dram>,"
          + " <interleaved>>}> : (%s, !ttnn.device) -> %s%s";

  private static final String GET_DEVICE =
      "%0 = \"ttnn.get_device\"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape ="
          + " #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device";

  /**
   * @param slot of the weight
   * @param hash of the function, 64 hexadecimal digits
   */
  static ConstEval of(int number, int slot, long rows, long columns, String hash) {
    String function = "main_const_eval_" + number;
    String host = TensorType.onHost(rows, columns).text();
    TensorType raw = TensorType.rowMajor(rows, columns);
    TensorType tiled = TensorType.tiled(rows, columns);
    String loc = " loc(\"p%d.weight_in_1_layout\")".formatted(number);
    String called = "%%%d = ttcore.load_cached(@%s, [%%arg%d]) : (%s) -> %s loc(unknown)";
    String layout = "%%2 = \"ttnn.to_layout\"(%%1) <{layout = #ttnn.layout<tile>}> : (%s) -> %s%s";
    Step call =
        Step.pass(
            operation(
                called.formatted(number, function, number, host, tiled.text()), "LoadCachedOp"));
    Step running =
        Step.say(debug("Running LoadCachedOp for function " + function + " with hash: " + hash));
    return new ConstEval(
        List.of(
            call,
            running,
            Step.say(debug("Cache miss or invalid cache for function: " + function)),
            Step.say(RuntimeLines.started(function)),
            Step.pass(operation(GET_DEVICE + loc, "GetDeviceOp")),
            Step.make(
                operation(TO_DEVICE.formatted(host, raw.text(), loc), "ToDeviceOp"), RAW, raw),
            Step.make(
                operation(layout.formatted(raw.text(), tiled.text(), loc), "ToLayoutOp"),
                slot,
                tiled),
            Step.drop(deallocate("%1", raw.text(), loc), RAW),
            Step.say(RuntimeLines.finished(function)),
            Step.say(debug("executed sub-func: " + function)),
            Step.pass(deallocate("%arg" + number, host, " loc(unknown)")),
            retained()),
        List.of(
            call,
            running,
            Step.say(debug("Cache hit for function: " + function)),
            Step.pass(deallocate("%arg" + number, host, " loc(unknown)")),
            retained()));
  }

  static LogText.Stock deallocate(String value, String type, String loc) {
    return operation(
        "\"ttnn.deallocate\"(%s) <{force = false}> : (%s) -> ()%s".formatted(value, type, loc),
        "DeallocateOp");
  }

  private static Step retained() {
    return Step.say(
        debug(
            "Tensor is retained thus not deallocating. To deallocate, set retain to false first"));
  }
}
