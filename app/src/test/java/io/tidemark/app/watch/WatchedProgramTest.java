package io.tidemark.app.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class WatchedProgramTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  private WatchedProgram start(String script) throws Exception {
    return WatchedProgram.start(
        List.of("sh", "-c", script), log(), new WatchedProgram.Outputs(out, err));
  }

  private Path log() {
    return folder.resolve("sh.log");
  }

  @Test
  void bothOutputsArePassedOnUnchangedAndLoggedInOrder() throws Exception {
    WatchedProgram program =
        start("echo one; sleep 0.3; echo two >&2; sleep 0.3; printf 'three\\r\\n\\377'");

    assertThat(program.exitCode(() -> false)).isZero();
    assertThat(out.toByteArray()).isEqualTo(bytes("one\nthree\r\n", 0xff));
    assertThat(err.toString(UTF_8)).isEqualTo("two\n");
    assertThat(log()).hasBinaryContent(bytes("one\ntwo\nthree\r\n", 0xff, '\n'));
  }

  private static byte[] bytes(String text, int... more) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(text.getBytes(UTF_8));
    for (int one : more) {
      all.write(one);
    }
    return all.toByteArray();
  }

  @Test
  void aLineOfOneOutputIsNotCutByTheOther() throws Exception {
    WatchedProgram program = start("printf begin; sleep 0.3; echo whole >&2; sleep 0.3; echo end");

    program.exitCode(() -> false);

    assertThat(log()).hasContent("whole\nbeginend");
  }

  @Test
  void outputIsPassedOnBeforeTheProgramEnds() throws Exception {
    WatchedProgram program = start("printf prompt; exec sleep 50");

    await().untilAsserted(() -> assertThat(out.toString(UTF_8)).isEqualTo("prompt"));

    assertThat(program.ended()).isFalse();
    program.signal("KILL");
    program.exitCode(() -> false);
  }

  /** A program starts with INT ignored if the parent of the tests ignores it. */
  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "KILL, 137"})
  void theEndByASignalIsTheExitCodeOfAShell(String signal, int code) throws Exception {
    WatchedProgram program = start("exec env --default-signal=INT sh -c 'echo up; exec sleep 50'");
    await().untilAsserted(() -> assertThat(out.toString(UTF_8)).isEqualTo("up\n"));

    program.signal(signal);

    assertThat(program.exitCode(() -> false)).isEqualTo(code);
  }

  @Test
  void aProgramThatHandlesItsSignalEndsAsItLikes() throws Exception {
    WatchedProgram program =
        start("trap 'echo saved; exit 9' TERM; echo up; while :; do sleep 0.1; done");
    await().untilAsserted(() -> assertThat(out.toString(UTF_8)).isEqualTo("up\n"));

    program.signal("TERM");

    assertThat(program.exitCode(() -> false)).isEqualTo(9);
    assertThat(log()).hasContent("up\nsaved\ntidemark: the program ended with exit code 9");
  }

  @Test
  void aLineWithoutAnEndDoesNotGrowTheHeap() throws Exception {
    WatchedProgram program = start("head -c 5000000 /dev/zero");

    assertThat(program.exitCode(() -> false)).isZero();

    assertThat(log()).hasSize(5_000_001);
  }

  @Test
  void aLogThatCannotBeWrittenDoesNotEndTheProgram() throws Exception {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    WatchedProgram program =
        WatchedProgram.start(
            List.of("sh", "-c", "echo one; sleep 0.3; echo two; exit 7"),
            new OutputLog(log(), full),
            new WatchedProgram.Outputs(out, err));

    assertThat(program.exitCode(() -> false)).isEqualTo(7);
    assertThat(out.toString(UTF_8)).isEqualTo("one\ntwo\n");
  }

  @Test
  void whatASlowReaderHoldsUpIsLoggedAndPassedOn() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    OutputStream slow =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] bytes, int from, int count) throws IOException {
            try {
              asked.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            out.write(bytes, from, count);
          }
        };
    WatchedProgram program =
        WatchedProgram.start(
            List.of("sh", "-c", "yes x | head -c 200000; echo failed"),
            log(),
            new WatchedProgram.Outputs(slow, err));
    // Longer than the wait for a silent program.
    long from = System.nanoTime();
    BooleanSupplier patient =
        () -> {
          if (System.nanoTime() - from > TimeUnit.SECONDS.toNanos(3)) {
            asked.countDown();
          }
          return false;
        };
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(
            () -> await().until(() -> patient.getAsBoolean() || asked.getCount() == 0));

    program.exitCode(patient);
    reader.join();

    assertThat(Files.readString(log())).endsWith("x\nfailed\n");
    assertThat(out.toString(UTF_8)).endsWith("x\nfailed\n").hasSize(200_007);
  }

  @Test
  void theLastLineOfAProgramThatLeavesItsOutputOpenIsLogged() throws Exception {
    WatchedProgram program = start("sleep 20 & printf 'out of memory'");

    program.exitCode(() -> false);

    assertThat(log()).hasContent("out of memory");
  }

  @Test
  void aProgramThatTheSystemDoesNotStartIsRefused() {
    assertThatThrownBy(
            () ->
                WatchedProgram.start(
                    List.of("no-such-program"), log(), new WatchedProgram.Outputs(out, err)))
        .isInstanceOf(CannotRun.class)
        .hasMessageStartingWith("-- PROGRAM: 'no-such-program': the system does not start it");
  }
}
