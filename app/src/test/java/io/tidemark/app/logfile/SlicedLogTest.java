package io.tidemark.app.logfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlicedLogTest {

  @TempDir Path folder;

  @Test
  void aLogIsCutIntoSlicesWithoutLoss() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int length : new int[] {0, 10, 70_000, 200_000, 300_000, 5, 262_144, 1_000_000, 3}) {
      text.append("x".repeat(length)).append('\n');
    }
    text.append("without an end");
    Path log = Files.writeString(folder.resolve("long.log"), text);
    long[] sums = new long[3];
    StringBuilder kept = new StringBuilder();
    SlicedLog.read(
        List.of(log),
        slice -> {
          assertThat(slice.offset()).isEqualTo(sums[0]);
          sums[0] += slice.length();
          sums[1] += slice.lines();
          sums[2] += slice.truncated() ? 1 : 0;
          kept.append(new String(slice.bytes(), StandardCharsets.UTF_8));
        });
    assertThat(sums).containsExactly(text.length(), 10, 2 + 1);
    assertThat(kept).startsWith("\n" + "x".repeat(10) + "\n").endsWith("xxx\nwithout an end");
  }
}
