package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The message file of docs/messages.md, as its reader would use it. */
@Timeout(60)
class MessagesCommandTest {

  @TempDir Path folder;

  /** Exit code, standard output and standard error. */
  private record Ran(int exit, String out, String err) {}

  private static Ran run(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, UTF_8));
    System.setErr(new PrintStream(errors, true, UTF_8));
    try {
      return new Ran(Tidemark.run(arguments), printed.toString(UTF_8), errors.toString(UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private Path documented() throws IOException {
    String page = Files.readString(Samples.root().resolve("docs/messages.md"));
    int from = page.indexOf("```toml\n") + 8;
    return Files.writeString(
        folder.resolve("demo.toml"), page.substring(from, page.indexOf("```", from)));
  }

  @Test
  void theDocumentedFileIsListedBesideTheKnownRows() throws IOException {
    Ran ran = run("messages", "--messages", documented().toString());
    assertThat(ran.exit()).isZero();
    assertThat(ran.out().lines())
        .anyMatch(line -> line.startsWith("demo ") && line.contains(" use "))
        .anyMatch(line -> line.startsWith("xla-log ") && line.contains("runtime-buffer"));
  }

  @Test
  void aTriedTextShowsItsRowAndFieldsOrWhereItStops() throws IOException {
    String file = documented().toString();
    assertThat(run("messages", "--messages", file, "--try", "npu1 now holds 1 KiB of 2 KiB").out())
        .contains("use of demo (use)", "device = 1", "used = 1024", "capacity = 2048");
    assertThat(run("messages", "--try", "npu1 now holds 1 KiB of 2 KiB").out())
        .startsWith("no row");
    assertThat(
            run("messages", "--try", "XlaRuntimeError: Attempting to allocate 3G. That is").out())
        .contains("broken here, at column 50: \"is\"");
    assertThat(
            run("messages", "--try", "user: Out of memory while trying to allocate 7 bytes").out())
        .startsWith("quoted");
  }

  @Test
  void aWrongFileIsRefusedWithItsRow() throws IOException {
    Path file = documented();
    Files.writeString(file, Files.readString(file).replace("{used}", "{usage}"));
    for (List<String> command : List.of(List.of("messages"), List.of("report", file.toString()))) {
      List<String> words = new ArrayList<>(command);
      words.addAll(List.of("--messages", file.toString()));
      Ran ran = run(words.toArray(String[]::new));
      assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
      assertThat(ran.err())
          .contains("demo.toml: message use: field \"usage\": want one of [needed,");
    }
  }

  @Test
  void aFileThatNeverEndsIsRefused() {
    Ran ran = run("messages", "--check", "/dev/zero");
    assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err()).contains("--messages /dev/zero: larger than 16.0 MiB");
  }

  @Test
  void aReportReadsTheLogOfAWriterThatIsKnownByItsFileAlone() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("run.log"),
            """
            boot
            npu0 now holds 1.5 GiB of 4 GiB
            npu0 now holds 3 GiB of 4 GiB
            npu0: 2 GiB were refused, 1 GiB free
            """);
    Ran ran = run("report", "--text", "--messages", documented().toString(), log.toString());
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .contains(
            "OUT OF MEMORY", "SRAM", "3.00 GiB of 4.00 GiB", "needed 2.00 GiB; 1.00 GiB were free");
    Ran without = run("report", "--text", log.toString());
    assertThat(without.exit()).isEqualTo(4);
    assertThat(without.out()).isEmpty();
    assertThat(without.err()).startsWith("run.log: no memory line of a known format; ");
  }
}
