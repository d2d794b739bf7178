package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LogText.Stock;

/** The lines of tt-mlir's runtime logger, byte for byte. */
final class RuntimeLines {

  /** Bytes that a Wormhole card offers of each GiB bank. */
  static final long DRAM_BANK_BYTES = 1_070_773_184;

  private static final String INFO = prefix("Always", 69, "INFO");
  private static final String DEBUG = prefix("Always", 240, "DEBUG");
  private static final String TTNN_DEBUG = prefix("RuntimeTTNN", 240, "DEBUG");

  private static final Stock DRAM_HEAD =
      Stock.of(
          INFO
              + "Device DRAM memory state: MemoryView{numBanks: "
              + TensorType.DRAM_BANKS
              + ", totalBytesPerBank: ");
  private static final Stock USED = Stock.of(" MB, totalBytesAllocatedPerBank: ");
  private static final Stock FREE = Stock.of(" MB, totalBytesFreePerBank: ");
  private static final Stock LARGEST = Stock.of(" MB, largestContiguousBytesFreePerBank: ");
  private static final Stock OTHER_MEMORIES =
      Stock.of(
          " MB}\n"
              + empty("L1", 64, "1.268")
              + empty("L1_SMALL", 64, "0.062")
              + empty("TRACE", TensorType.DRAM_BANKS, "0.000"));

  private RuntimeLines() {}

  /** The two lines before an operation's four memory lines. */
  static Stock operation(String mlir, String flatbufferOp) {
    String executing = TTNN_DEBUG + "Executing operation: " + mlir + "\n";
    return Stock.of(
        executing + INFO + "Device memory state before operation " + flatbufferOp + "\n");
  }

  static Stock started(String program) {
    return Stock.of(TTNN_DEBUG + "Starting execution of program: " + program + "\n");
  }

  static Stock finished(String program) {
    return Stock.of(TTNN_DEBUG + "Finished execution of program: " + program + "\n");
  }

  static Stock debug(String message) {
    return Stock.of(DEBUG + message + "\n");
  }

  /** The four memory lines; L1 is unused, as with the optimizer off. */
  static void memory(LogText log, FreeList dram) {
    log.add(DRAM_HEAD).mebibytes(dram.capacityBytes());
    log.add(USED).mebibytes(dram.usedBytes());
    log.add(FREE).mebibytes(dram.freeBytes());
    log.add(LARGEST).mebibytes(dram.largestFreeBytes());
    log.add(OTHER_MEMORIES);
  }

  private static String empty(String memory, int banks, String mebibytes) {
    String view =
        "Device %s memory state: MemoryView{numBanks: %d, totalBytesPerBank: %s MB,"
            + " totalBytesAllocatedPerBank: 0.000 MB, totalBytesFreePerBank: %s MB,"
            + " largestContiguousBytesFreePerBank: %s MB}\n";
    return INFO + view.formatted(memory, banks, mebibytes, mebibytes, mebibytes);
  }

  private static String prefix(String type, int colour, String level) {
    return "\u001b[32m%23s\u001b[0m | \u001b[1m\u001b[38;5;%dm%8s\u001b[0m | "
        .formatted(type, colour, level);
  }
}
