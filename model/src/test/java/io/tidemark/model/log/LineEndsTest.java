package io.tidemark.model.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineEndsTest {

  @Test
  void everyLineFeedIsFoundWhereALoopFindsIt() {
    Random random = new Random(7);
    // Neighbours of a line feed, and of one with the high bit set, reveal carry errors.
    byte[] values = {'\n', '\n', 0, 1, 9, 11, 'a', (byte) 0x80, (byte) 0x8a, (byte) 0xff};
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(40)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = values[random.nextInt(values.length)];
      }
      int from = random.nextInt(bytes.length + 1);
      int to = from + random.nextInt(bytes.length - from + 1);
      int expected = from;
      int count = 0;
      while (expected < to && bytes[expected] != '\n') {
        expected++;
      }
      for (int i = from; i < to; i++) {
        count += bytes[i] == '\n' ? 1 : 0;
      }
      assertThat(LineEnds.next(bytes, from, to)).isEqualTo(expected);
      assertThat(LineEnds.count(bytes, from, to)).isEqualTo(count);
    }
  }
}
