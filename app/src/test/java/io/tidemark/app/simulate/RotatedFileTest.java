package io.tidemark.app.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatedFileTest {

  @TempDir Path folder;

  @Test
  void aLongFileIsRenamedAtAFlushAndAnOlderOneGoes() throws IOException {
    Path log = folder.resolve("a.log");
    try (RotatedFile file = new RotatedFile(log, 8)) {
      for (String part : new String[] {"one\n", "two\n", "three\n", "four\n", "five\n"}) {
        file.write(part.getBytes(UTF_8));
        file.flush();
      }
    }
    assertThat(folder.resolve("a.log.1")).content().isEqualTo("three\nfour\n");
    assertThat(log).content().isEqualTo("five\n");
  }

  @Test
  void aWriterThatStartsAgainAppends() throws IOException {
    Path log = folder.resolve("a.log");
    for (String part : new String[] {"one\n", "two\n", "three\n"}) {
      try (RotatedFile file = new RotatedFile(log, 8)) {
        file.write(part.getBytes(UTF_8));
        file.flush();
      }
    }
    assertThat(folder.resolve("a.log.1")).content().isEqualTo("one\ntwo\n");
    assertThat(log).content().isEqualTo("three\n");
  }
}
