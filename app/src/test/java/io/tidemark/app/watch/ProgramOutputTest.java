package io.tidemark.app.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ProgramOutputTest {

  @TempDir Path folder;

  private ProgramOutput output;

  @BeforeEach
  void follow() throws IOException {
    Files.createFile(folder.resolve("stdout"));
    Files.createFile(folder.resolve("stderr"));
    output = ProgramOutput.follow(folder, ProcessHandle.current().pid(), log());
  }

  @AfterEach
  void close() throws IOException {
    output.close();
  }

  private Path log() {
    return folder.resolve("program.log");
  }

  private void print(String name, String text) throws IOException {
    Files.write(folder.resolve(name), text.getBytes(ISO_8859_1), StandardOpenOption.APPEND);
  }

  private void awaitLog(String text) {
    await().untilAsserted(() -> assertThat(Files.readString(log(), ISO_8859_1)).isEqualTo(text));
  }

  private String end(int code) throws Exception {
    Files.createSymbolicLink(folder.resolve("exit"), Path.of(Integer.toString(code)));
    await().until(() -> output.awaitEnd(50));
    return Files.readString(log(), ISO_8859_1);
  }

  @Test
  void theProgramMayStartWhenItsOutputIsFollowed() {
    assertThat(Files.isSymbolicLink(folder.resolve("ready"))).isTrue();
  }

  @Test
  void bothOutputsAreJoinedInTheirOrderByteForByte() throws Exception {
    print("stdout", "one\n");
    awaitLog("one\n");
    print("stderr", "two\n");
    awaitLog("one\ntwo\n");
    print("stdout", "three\r\n\u00ff");

    assertThat(end(0)).isEqualTo("one\ntwo\nthree\r\n\u00ff\n");
  }

  @Test
  void aLineOfOneOutputIsNotCutByTheOther() throws Exception {
    print("stdout", "begin");
    print("stderr", "whole\n");
    awaitLog("whole\n");
    print("stdout", "end\n");

    assertThat(end(0)).isEqualTo("whole\nbeginend\n");
  }

  @Test
  void aLineWithoutAnEndDoesNotGrowTheHeap() throws Exception {
    print("stdout", "x".repeat(5_000_000));

    await().untilAsserted(() -> assertThat(Files.size(log())).isGreaterThan(3_000_000));
    assertThat(end(0)).hasSize(5_000_001);
  }

  @Test
  void theBlocksOfWhatWasReadAreGivenBack() throws Exception {
    Path probe = Files.writeString(folder.resolve("probe"), "any");
    assumeTrue(exit("fallocate", "-p", "-o", "0", "-l", "3", probe.toString()) == 0, "no holes");
    String text = "a line of this output\n".repeat(1_500_000);
    print("stdout", text.repeat(2));
    Path printed = folder.resolve("stdout");

    await().until(() -> Files.size(log()) == Files.size(printed));
    await()
        .until(
            () ->
                exit("sh", "-c", "test $(du -k \"$0\" | cut -f 1) -lt 20000", printed.toString())
                    == 0);
    print("stdout", "last\n");

    assertThat(end(0)).isEqualTo(text + text + "last\n");
  }

  private static int exit(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor();
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true", "134, true", "137, true", "130, false", "143, false"})
  void aBadEndIsTheLastLine(int code, boolean bad) throws Exception {
    print("stdout", "last");

    assertThat(end(code))
        .isEqualTo(
            "last\n" + (bad ? "tidemark: the program ended with exit code " + code + "\n" : ""));
  }

  @Test
  void theOutputOfAScriptThatWasKilledEnds() throws Exception {
    Process script = new ProcessBuilder("true").start();
    script.waitFor();
    Path own = Files.createDirectory(folder.resolve("own"));
    Files.writeString(own.resolve("stdout"), "out of memory");
    Files.createFile(own.resolve("stderr"));
    Path log = own.resolve("log");
    try (ProgramOutput orphan = ProgramOutput.follow(own, script.pid(), log)) {
      await().until(() -> orphan.awaitEnd(50));
    }
    assertThat(log).hasContent("out of memory");
  }
}
