package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import io.tidemark.app.logging.ProgramLog;
import io.tidemark.model.TerminalText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests logs, file names and arguments with terminal control characters. */
@Isolated("redirects the standard streams")
class HostileTextTest {

  private static final String STEERING =
      "\u001b[2J\u001b]0;owned\u0007\u009b31m\u007f\u202eexe\u2066\u200b\u2028";

  @TempDir Path folder;

  private Path log(String name, int usedMib) throws Exception {
    return Files.writeString(
        folder.resolve(name),
        block("Add" + STEERING + "Op", 1) + block("Mul" + STEERING + "Op", usedMib),
        UTF_8);
  }

  private static String block(String op, int usedMib) {
    return """
        Always | INFO | Device memory state before operation %s
        Always | INFO | Device DRAM memory state: MemoryView{numBanks: 1, totalBytesPerBank: \
        1000.000 MB, totalBytesAllocatedPerBank: %d.000 MB, totalBytesFreePerBank: %d.000 MB, \
        largestContiguousBytesFreePerBank: %d.000 MB}
        """
        .formatted(op, usedMib, 1000 - usedMib, 1000 - usedMib);
  }

  /** The output of a command on both streams. */
  private static String printed(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(bytes, true, UTF_8);
    try {
      System.setOut(both);
      System.setErr(both);
      Tidemark.run(arguments);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return bytes.toString(UTF_8);
  }

  private static void assertShowsOnly(String printed, String somethingOfIt) {
    assertThat(printed).containsIgnoringCase(somethingOfIt);
    assertThat(printed.codePoints().filter(c -> c != '\n' && TerminalText.steers(c)))
        .describedAs(printed)
        .isEmpty();
  }

  @Test
  void aReportOfAHostileLogOnlyShowsIt() throws Exception {
    String log = log("evil" + STEERING + ".log", 500).toString();

    assertShowsOnly(printed("report", "--text", log), "\\u001b[2J");
    assertShowsOnly(printed("report", "--json", log), "\\u001b[2J");
    assertShowsOnly(printed("report", "--out", folder.toString(), log), folder.toString());
  }

  @Test
  void aComparisonOfHostileLogsOnlyShowsThem() throws Exception {
    String before = log("a" + STEERING + ".log", 400).toString();
    String after = log("b" + STEERING + ".log", 500).toString();

    assertShowsOnly(printed("compare", before, after), "\\u001b[2J");
    assertShowsOnly(printed("compare", "--json", before, after), "\\u001b[2J");
  }

  @Test
  void aRefusalThatNamesAHostileFileOnlyShowsIt() {
    String missing = folder.resolve("gone" + STEERING + "\nforged: line.log").toString();

    String refused = printed("report", missing);

    assertShowsOnly(refused, "gone\\u001b[2J");
    assertThat(refused).hasLineCount(1);
  }

  @Test
  void anArgumentThatIsNoneOnlyShowsIt() {
    assertShowsOnly(printed("report", "x.log", "--no" + STEERING), "--no\\u001b[2J");
    assertShowsOnly(printed("repo" + STEERING), "repo\\u001b[2J");
  }

  @Test
  void theLogOfOurOwnShowsOneLineForAMessageAndIndentsWhatWasThrown() throws Exception {
    LoggerContext context = new LoggerContext();
    new ProgramLog().configure(context);
    ConsoleAppender<ILoggingEvent> console =
        (ConsoleAppender<ILoggingEvent>)
            context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("STDERR");
    Exception thrown =
        new IllegalStateException(
            "in" + STEERING + "\n12:00:00.000 ERROR Forged - no",
            new IllegalArgumentException("cause" + STEERING + "\r\n12:00:00.000 ERROR Forged"));
    Logger logger = context.getLogger("io.tidemark.Any");

    String shown =
        new String(
            console
                .getEncoder()
                .encode(
                    new LoggingEvent(
                        "any",
                        logger,
                        Level.WARN,
                        "about {}\n12:00:00.000 ERROR Forged - no",
                        thrown,
                        new Object[] {"x" + STEERING})),
            UTF_8);

    assertShowsOnly(shown, "about x\\u001b[2J");
    assertThat(shown.lines().skip(1)).isNotEmpty().allMatch(line -> line.startsWith("  "));
    assertThat(shown).contains("in\\u001b[2J");
    context.stop();
  }
}
