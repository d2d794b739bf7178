package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.Refusal;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {

  @TempDir Path folder;

  @Test
  void aSecondInstanceOnOneFolderIsRefusedUntilTheFirstEnds() throws Exception {
    Path state = folder.resolve("state");
    try (FileChannel first = StreamsCommand.hold(state)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> StreamsCommand.hold(state))
          .isInstanceOf(Refusal.class)
          .hasMessage(
              "--state %s: another streams process runs on this folder; want another --instance NAME, or a folder that is free"
                  .formatted(state));
    }
    StreamsCommand.hold(state).close();
  }

  @Test
  void instancesWithFoldersOfTheirOwnHaveNamesOfTheirOwn() {
    String one = StreamsCommand.instanceOn("box", folder.resolve("one"));
    String two = StreamsCommand.instanceOn("box", folder.resolve("two"));
    assertThat(one).isNotEqualTo(two).startsWith("box-");
    assertThat(StreamsCommand.instanceOn("box", folder.resolve("x/../one"))).isEqualTo(one);
  }

  @Test
  void theInstanceOnTheDefaultFolderKeepsTheHostsName() {
    assertThat(StreamsCommand.instanceOn("box", null)).isEqualTo("box");
  }
}
