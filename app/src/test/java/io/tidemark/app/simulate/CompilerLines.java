package io.tidemark.app.simulate;

/** TPU-MLIR's lines other than records of local memory: further records, and plain text. */
final class CompilerLines {

  private static final String RANGE = "; debug_range = given; step = ";

  private CompilerLines() {}

  static void start(LogText log) {
    log.line("TPU-MLIR v1.26.beta.0-129-g403630b88-20260531");
    log.line("Load debugger file \"net_bm1684x_int8.layer_group_debugger.json\" success!");
    log.line("==---------------------------==");
    log.line("Run LayerGroupSearchPass : ");
    log.line("    Searching the optimal layer groups");
  }

  static void group(LogText log, int group, LayerGroup layers) {
    log.line(
        "process base group %d, layer_num=%d, cluster_num=%d"
            .formatted(group, layers.layers(), layers.layers()));
  }

  static void attempt(LogText log, int[] slices) {
    log.line(
        "; action = shape_secs"
            + RANGE
            + "try_this_shape_secs; tag = stamp; remark = \"show current shape_secs for"
            + " assignTimeStep and assignLmemAddr\"; nsecs = 1; csecs = 1; dsecs = 1; hsecs = "
            + slices[0]
            + "; wsecs = "
            + slices[1]);
    log.line(
        "; action = lg_step"
            + RANGE
            + "assignTimeStep; tag = call_function; remark = \"backward `slice_info` of tensors"
            + " starting from output tensors according to `this shape_secs`; assign and optimize"
            + " timesteps for gdma and tpu operations\"");
  }

  static void attempted(LogText log, String slicing, boolean placed) {
    log.line(
        "; action = lg_step"
            + RANGE
            + "try_this_shape_secs; tag = result; remark = \"already try 1 times\"; shape_secs = "
            + slicing
            + "; search_result = "
            + (placed ? "SECS_VALID_AND_BETTER" : "SECS_LMEM_INVALID"));
  }

  static void chosen(LogText log, int group, LayerGroup layers, SimulatedClock clock) {
    int last = layers.layers() - 1;
    // An empty line follows: ctime adds a line end, and the macro adds another.
    log.line("; action = profile; step = assignLmemAddr; end = " + clock.ctime()).endLine();
    log.line(
        "; action = lg_results; start_idx = 0; end_idx = %d; group_cost = %d; final_group_idx = %d"
            .formatted(last, 7_000L * (last + 1) + layers.buffers().size(), group));
    log.line("base group[%d] cut results: %d, ".formatted(group, last));
  }

  static void failed(LogText log, int group) {
    log.line("local memory allocate failed for group " + group);
  }
}
