package io.tidemark.app.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.IntFunction;

/** Logs that grow in one dimension without limit, written line by line. */
enum LargeLog {
  SUMMARIES(
      92,
      i ->
          "=== Memory Usage Summary ===\nOverall DRAM Peak: %d.65 MB, Final DRAM Usage: 1.00 MB\n"
              .formatted(i % 8_000)),
  PROCESS_STARTS(
      160,
      i ->
          "2026-01-12 10:24:04.436 (   0.000s) [        E2DEE000]   plugin_attributes.cc:60       1|"
              + " PluginAttributes::PJRT_Plugin_Initialize\n"
              + block("AddOp", i)
              + block("MulOp" + i, i + 1)),
  UNFINISHED_PROGRAM(
      390, i -> i == 0 ? caller() : operation("%%%d = ".formatted(i)) + block("AddOp", i)),
  NESTED_PROGRAMS(400, i -> started("p" + i) + operation("%0 = ") + block("AddOp", i)),
  MISSED_CACHES(
      400,
      i ->
          Head.RUNTIME
              + "Cache miss or invalid cache for function: const_eval_%d\n".formatted(i)
              + block("A", i)),
  DECLARED_MODULES(
      400, i -> (i == 0 ? block("AddOp", i) : "") + "MLIR Module shlo_frontend:\n" + main(i)),
  MODULE_TEXT(
      400,
      i ->
          (i == 0 ? block("AddOp", i) + "MLIR Module ttir:\n" : "")
              + "#loc%d = loc(\"a%d\")\n %%%d loc(#loc%d)\n".formatted(i, i, i, i)),
  MEMORY_LINES(5_000, i -> block("AddOp" + i % 500, i)),
  RECORDS(
      5_000,
      i ->
          ("; action = lmem_assign; step = dump_lmem_assign_result; tag = iteration_result;"
                  + " status = success; op_name = op%d; addr = 0x%08x; size = 131744;"
                  + " timestep_start = %d; timestep_end = %d; hold_in_lmem = 0\n")
              .formatted(i, i % 262_144, i % 50, i % 50 + 3)),
  FOREIGN_TEXT(
      5_000, i -> "2026-01-12 10:24:%02d.%03d step %d\n".formatted(i / 1000 % 60, i % 1000, i)),
  ENDLESS_LINE(5_000, i -> "x".repeat(1_024));

  /** Size for the manual run. */
  final int fullMegabytes;

  @SuppressWarnings("ImmutableEnumChecker") // made of lambdas without state
  private final IntFunction<String> lines;

  LargeLog(int fullMegabytes, IntFunction<String> lines) {
    this.fullMegabytes = fullMegabytes;
    this.lines = lines;
  }

  /** Writes a file of at least {@code bytes} bytes into the folder. */
  Path write(Path folder, long bytes) throws IOException {
    Path file = folder.resolve(name().toLowerCase(Locale.ROOT) + ".log");
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      long written = 0;
      for (int i = 0; written < bytes; i++) {
        String text = lines.apply(i);
        out.write(text);
        written += text.length();
      }
    }
    return file;
  }

  /** The text of {@code units} units. */
  String text(int units) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < units; i++) {
      text.append(lines.apply(i));
    }
    return text.toString();
  }

  /**
   * The runtime logger's prefix of a message; in its own class, since it must exist before its
   * users.
   */
  private static final class Head {
    static final String RUNTIME = "                 Always |    DEBUG | ";
  }

  private static String caller() {
    return started("main")
        + operation("%0 = ")
        + block("LoadCachedOp", 0)
        + started("main_const_eval_0");
  }

  private static String started(String program) {
    return Head.RUNTIME + "Starting execution of program: " + program + "\n";
  }

  private static String operation(String result) {
    return Head.RUNTIME
        + "Executing operation: "
        + result
        + "\"ttnn.add\"(%arg0) : (tensor<768xbf16>) -> tensor<768xbf16> loc(unknown)\n";
  }

  private static String block(String op, int i) {
    StringBuilder block =
        new StringBuilder(Head.RUNTIME + "Device memory state before operation " + op + "\n");
    for (String memory : new String[] {"DRAM", "L1", "L1_SMALL", "TRACE"}) {
      block.append(
          (Head.RUNTIME
                  + "Device %s memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.000 MB,"
                  + " totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB,"
                  + " largestContiguousBytesFreePerBank: 46.636 MB}\n")
              .formatted(memory, i % 900, 1021 - i % 900));
    }
    return block.toString();
  }

  private static String main(int i) {
    StringBuilder main = new StringBuilder("func.func @main(");
    for (int argument = 0; argument < 20; argument++) {
      main.append(
          ("%%arg%d: tensor<768x768xbf16> {ttcore.argument_type ="
                  + " #ttcore.argument_type<parameter>, ttir.name = \"l%d.w\"}, ")
              .formatted(argument, i));
    }
    return main + "%x: i32) {\n------------------ END OF MLIR MODULE ------------------\n";
  }
}
