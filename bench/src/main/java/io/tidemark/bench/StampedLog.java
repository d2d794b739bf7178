package io.tidemark.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * A log for appended snapshots. The DRAM use of each is its number, in thousandths of a MiB per
 * bank, so that a figure shows how many have arrived.
 */
final class StampedLog implements AutoCloseable {

  static final int MOST_SNAPSHOTS = 1_000_000;

  private static final int BANKS = 12;
  private static final int CAPACITY_THOUSANDTHS = 1_021_169;
  private static final double THOUSANDTH_BYTES = 1_048.576;
  private static final String INFO =
      "\u001b[32m                 Always\u001b[0m | \u001b[1m\u001b[38;5;69m    INFO\u001b[0m | ";

  private final OutputStream out;

  StampedLog(Path file) throws IOException {
    out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Appends snapshot {@code number}, from 1, in one write. */
  void append(int number) throws IOException {
    String used = mebibytes(number);
    String free = mebibytes(CAPACITY_THOUSANDTHS - number);
    String block =
        INFO
            + "Device memory state before operation MatmulOp\n"
            + view("DRAM", BANKS, mebibytes(CAPACITY_THOUSANDTHS), used, free)
            + view("L1", 64, "1.268", "0.000", "1.268")
            + view("L1_SMALL", 64, "0.062", "0.000", "0.062")
            + view("TRACE", BANKS, "0.000", "0.000", "0.000");
    out.write(block.getBytes(StandardCharsets.UTF_8));
  }

  /** The number of the snapshot that yields this figure over all banks. */
  static int number(double usedBytes) {
    return (int) Math.round(usedBytes / BANKS / THOUSANDTH_BYTES);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private static String view(String memory, int banks, String total, String used, String free) {
    return INFO
        + "Device %s memory state: MemoryView{numBanks: %d, totalBytesPerBank: %s MB,"
            .formatted(memory, banks, total)
        + " totalBytesAllocatedPerBank: %s MB, totalBytesFreePerBank: %s MB,".formatted(used, free)
        + " largestContiguousBytesFreePerBank: %s MB}\n".formatted(free);
  }

  private static String mebibytes(int thousandths) {
    return String.format(Locale.ROOT, "%d.%03d", thousandths / 1000, thousandths % 1000);
  }
}
