package io.tidemark.app.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Logs of a nightly job, each with its commit in its name. */
public final class NightlyLogs {

  private NightlyLogs() {}

  /** Writes a log in which {@code MulOp} keeps 100 MiB and {@code AddOp} the rest of the peak. */
  public static Path write(Path folder, int number, int peakMib) throws IOException {
    String text = before("MulOp", 0) + before("AddOp", 100) + before("EndOp", peakMib);
    String date = "2026-03-%02d 10:00:00.000 begins\n".formatted(number);
    return Files.writeString(
        folder.resolve("branch=main,commit=c%02d.log".formatted(number)), date + text);
  }

  private static String before(String op, int usedMib) {
    return """
    Always | INFO | Device memory state before operation %s
    Always | INFO | Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: 1000.000 MB, \
    totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB, \
    largestContiguousBytesFreePerBank: 1.000 MB}
    """
        .formatted(op, usedMib, 1000 - usedMib);
  }
}
