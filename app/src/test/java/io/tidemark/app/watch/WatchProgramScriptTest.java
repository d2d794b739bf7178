package io.tidemark.app.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the script that runs a watched program, beside a virtual machine that is a script, too. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WatchProgramScriptTest {

  /** Follows nothing, and ends with the program. */
  private static final String PATIENT =
      "ln -s true $f/ready; until readlink $f/exit >&2; do sleep 0.1; done";

  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void bash() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no /bin/bash");
    Files.createDirectory(folder.resolve("tmp"));
  }

  @AfterEach
  void end() {
    started.forEach(Process::destroyForcibly);
  }

  /** A virtual machine for which {@code $f} is the folder of the script. */
  private String java(String script) throws IOException {
    Path java = folder.resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\nfor o; do case $o in -Dtidemark.program=*) f=${o#*=} ;; esac; done\n"
            + "trap 'exit 143' TERM\n"
            + script
            + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java.toString();
  }

  private Path out() {
    return folder.resolve("out");
  }

  private Path err() {
    return folder.resolve("err");
  }

  private ProcessBuilder command(String java, String program) {
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash",
            Samples.root().resolve("app/src/main/launcher/watch-program").toString(),
            java,
            "-jar",
            "tidemark.jar",
            "--",
            "bash",
            "-c",
            program);
    builder.environment().put("TMPDIR", folder.resolve("tmp").toString());
    return builder.redirectOutput(out().toFile()).redirectError(err().toFile());
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private Process start(String java, String program) throws IOException {
    return start(command(java(java), program));
  }

  private void awaitUp() {
    await().atMost(60, TimeUnit.SECONDS).until(() -> Files.readString(out()).startsWith("up\n"));
  }

  /** The virtual machine of the running script. */
  private long javaPid() throws IOException {
    return Long.parseLong(Files.readSymbolicLink(onlyFolder().resolve("java")).toString());
  }

  private Path onlyFolder() throws IOException {
    try (Stream<Path> made = Files.list(folder.resolve("tmp"))) {
      return made.findFirst().orElseThrow();
    }
  }

  private static void kill(String signal, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor())
        .isZero();
  }

  @Test
  void outputsAndExitCodeAreThoseOfTheProgram() throws Exception {
    Process script = start(PATIENT, "echo one; echo two >&2; printf '\\0\\377'; cat; exit 7");
    script.getOutputStream().write("input\n".getBytes(UTF_8));
    script.getOutputStream().close();

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(out()).hasBinaryContent("one\n\0\u00ffinput\n".getBytes(ISO_8859_1));
    assertThat(err()).hasContent("two\n7");
    assertThat(folder.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void theFilesHoldWhatTheProgramPrints() throws Exception {
    Process script = start(PATIENT + "; cp $f/stdout $f/stderr " + folder, "seq 100000; seq 7 >&2");

    assertThat(script.waitFor()).isZero();
    assertThat(folder.resolve("stdout")).hasSameBinaryContentAs(out()).hasSize(588_895);
    assertThat(folder.resolve("stderr")).hasContent("1\n2\n3\n4\n5\n6\n7\n");
  }

  /** A program starts with INT ignored if the parent of the tests ignores it. */
  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129", "USR1, 138", "USR2, 140", "QUIT, 131"})
  void aSignalEndsTheProgramAsItWouldWithoutAWatch(String signal, int code) throws Exception {
    ProcessBuilder builder = command(java(PATIENT), "echo up; exec sleep 50");
    builder.command().addAll(0, List.of("env", "--default-signal"));
    Process script = start(builder);
    awaitUp();

    kill(signal, script.pid());

    assertThat(script.waitFor()).isEqualTo(code);
    assertThat(err()).hasContent(Integer.toString(code));
  }

  @Test
  void aProgramThatIsKilledEndsWithItsSignal() throws Exception {
    Process script = start(PATIENT, "echo up; kill -KILL $$");

    assertThat(script.waitFor()).isEqualTo(137);
    assertThat(err()).hasContent("137");
  }

  @Test
  void aProgramThatHandlesItsSignalEndsAsItLikes() throws Exception {
    Process script =
        start(PATIENT, "trap 'echo saved; exit 9' TERM; echo up; while :; do sleep 0.1; done");
    awaitUp();

    kill("TERM", script.pid());

    assertThat(script.waitFor()).isEqualTo(9);
    assertThat(out()).hasContent("up\nsaved");
  }

  @Test
  void aWatchThatIsKilledDoesNotEndTheProgram() throws Exception {
    Process script = start(PATIENT, "echo up; read -r line; echo $line; exit 7");
    awaitUp();

    kill("KILL", javaPid());
    await().until(() -> Files.readString(err()).contains("tidemark:"));
    script.getOutputStream().write("on\n".getBytes(UTF_8));
    script.getOutputStream().flush();

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(out()).hasContent("up\non");
    assertThat(err())
        .content()
        .containsOnlyOnce("tidemark: the watch has ended (exit code 137), the program goes on");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 126, 127})
  void aWrongUseIsSaidBeforeTheProgramStarts(int code) throws Exception {
    Process script = start("echo 'tidemark: --port: want a number' >&2; exit " + code, "echo up");

    assertThat(script.waitFor()).isEqualTo(code);
    assertThat(out()).isEmptyFile();
    assertThat(err()).hasContent("tidemark: --port: want a number");
  }

  @ParameterizedTest
  @CsvSource({"exit 1, 1", "kill -9 $$, 137"})
  void aWatchThatDoesNotStartDoesNotKeepTheProgram(String end, int code) throws Exception {
    Process script = start(end, "echo up; exit 7");

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(out()).hasContent("up");
    assertThat(err())
        .content()
        .contains(
            "tidemark: the watch has not started (exit code %d), the program runs".formatted(code));
  }

  @ParameterizedTest
  @CsvSource({"3, 0, 3", "3, 7, 7", "1, 0, 0", "1, 7, 7", "0, 0, 0"})
  void aVerdictIsTheExitCodeOfAProgramThatEndedWell(int watch, int program, int code)
      throws Exception {
    Process script = start(PATIENT + "; exit " + watch, "exit " + program);

    assertThat(script.waitFor()).isEqualTo(code);
  }

  /** A limit of the size of a file stands for a disk that is full: tee cannot write its file. */
  @Test
  void aFileThatCannotBeWrittenDoesNotEndTheProgram() throws Exception {
    ProcessBuilder builder = command(java(PATIENT), "seq 300000; echo last >&2; exit 7");
    builder.command().addAll(0, List.of("bash", "-c", "ulimit -f 64; exec \"$@\"", "limited"));
    Path copy = folder.resolve("copy");
    Process script =
        start(builder.redirectOutput(ProcessBuilder.Redirect.PIPE).redirectErrorStream(false));
    try (InputStream printed = script.getInputStream()) {
      Files.copy(printed, copy);
    }

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(copy).hasSize(1_988_895);
    assertThat(err()).content().contains("last", "tee: ", "File too large");
  }

  @Test
  void aReaderThatEndsEndsTheProgramAsWithoutAWatch() throws Exception {
    ProcessBuilder builder = command(java(PATIENT), "exec yes");
    Process script = start(builder.redirectOutput(ProcessBuilder.Redirect.PIPE));
    script.getInputStream().close();

    assertThat(script.waitFor()).isEqualTo(141);
  }

  @Test
  void theOutputThatASlowReaderHoldsUpIsPassedOn() throws Exception {
    ProcessBuilder builder =
        command(java(PATIENT), "yes x | head -c 120000; echo failed; echo done >" + out());
    Process script = start(builder.redirectOutput(ProcessBuilder.Redirect.PIPE));
    await().until(() -> Files.exists(out()) && Files.size(out()) > 0);
    await().during(4, TimeUnit.SECONDS).until(script::isAlive);

    byte[] printed = script.getInputStream().readAllBytes();

    assertThat(script.waitFor()).isZero();
    assertThat(new String(printed, UTF_8)).endsWith("x\nfailed\n").hasSize(120_007);
  }

  @Test
  void aProcessThatTheProgramLeavesBehindIsNotAwaited() throws Exception {
    Process script = start(PATIENT, "sleep 100 & echo $! >&2; printf 'out of memory'; exit 7");

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(out()).hasContent("out of memory");
    kill("TERM", Long.parseLong(Files.readAllLines(err()).get(0)));
  }

  @Test
  void aSecondSignalEndsTheWaitForTheWatch() throws Exception {
    Process script =
        start("ln -s true $f/ready; while :; do sleep 0.1; done", "echo up; exec sleep 50");
    awaitUp();
    kill("TERM", script.pid());
    await().until(() -> Files.isSymbolicLink(onlyFolder().resolve("exit")));
    assertThat(script.isAlive()).isTrue();

    kill("TERM", script.pid());

    assertThat(script.waitFor()).isEqualTo(143);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dev/null", "file", "missing"})
  void aFolderThatCannotBeWrittenDoesNotKeepTheProgram(String name) throws Exception {
    Files.createFile(folder.resolve("file"));
    String given = folder.resolve(name).toString();
    ProcessBuilder builder = command(java(PATIENT), "echo up; exit 7");
    builder.environment().put("TMPDIR", given);
    Process script = start(builder);

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(out()).hasContent("up");
    assertThat(err()).content().startsWith("tidemark: the program runs without a watch: " + given);
  }

  /** A shell without job control starts what is in the background with these ignored. */
  @ParameterizedTest
  @ValueSource(strings = {"</dev/null", "<&-"})
  void aProgramRunsInTheBackgroundAndWithoutAnInput(String input) throws Exception {
    ProcessBuilder builder = command(java(PATIENT), "cat; echo up; exit 7");
    builder
        .command()
        .addAll(0, List.of("sh", "-c", "\"$@\" %s & wait $!".formatted(input), "shell"));
    Process script = start(builder);

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(out()).hasContent("up");
    assertThat(err()).content().endsWith("7\n");
    assertThat(folder.resolve("tmp")).isEmptyDirectory();
  }

  @Test
  void theFolderOfAKilledScriptIsRemovedWhenItsProgramHasEnded() throws Exception {
    Process killed = start("ln -s true $f/ready; exec sleep 50", "echo up; exec sleep 40");
    awaitUp();
    Path left = onlyFolder();
    await().until(() -> owners(left).size() == 3);
    kill("KILL", killed.pid());
    killed.waitFor();
    Path like = Files.createFile(folder.resolve("tmp/tidemark-program-file"));
    Path foreign = Files.createDirectory(folder.resolve("tmp/tidemark-program-foreign"));

    assertThat(start(PATIENT, "exit 7").waitFor()).isEqualTo(7);
    assertThat(left).as("of a program that runs").isDirectory();

    for (long owner : owners(left)) {
      ProcessHandle.of(owner).ifPresent(ProcessHandle::destroyForcibly);
      await().until(() -> ProcessHandle.of(owner).filter(ProcessHandle::isAlive).isEmpty());
    }
    // Another process may have the number of one that ended.
    Files.createSymbolicLink(left.resolve("owner." + ProcessHandle.current().pid()), Path.of("1"));
    assertThat(start(PATIENT, "exit 7").waitFor()).isEqualTo(7);
    assertThat(left).doesNotExist();
    assertThat(like).exists();
    assertThat(foreign).as("without owners").exists();
  }

  private static List<Long> owners(Path left) throws IOException {
    try (Stream<Path> made = Files.list(left)) {
      return made.map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("owner."))
          .map(name -> Long.parseLong(name.substring("owner.".length())))
          .toList();
    }
  }

  /** Between two looks at the files that nobody reads, the script waits for no one. */
  @Test
  void theEndDoesNotWaitForTheNextLookAtFilesThatNobodyReads() throws Exception {
    Path sleep = Files.createDirectory(folder.resolve("bin")).resolve("sleep");
    Files.writeString(sleep, "#!/bin/sh\n[ $1 != 5 ] || set 600\nexec /bin/sleep $1\n");
    assertThat(sleep.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder = command(java("ln -s true $f/ready; exit 1"), "read -r line; exit 7");
    builder.environment().merge("PATH", sleep.getParent() + ":", (path, own) -> own + path);
    Process script = start(builder);
    await().until(() -> Files.isSymbolicLink(onlyFolder().resolve("idle")));

    script.getOutputStream().close();

    assertThat(script.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isEqualTo(7);
    assertThat(err()).content().containsOnlyOnce("the watch has ended (exit code 1)");
  }

  /** The terminal is one of script of util-linux, which the script itself uses, too. */
  @Test
  void aProgramAtATerminalHasATerminal() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script of util-linux");
    ProcessBuilder builder =
        command(java(PATIENT), "test -t 0 && test -t 1 && test -t 2 && echo all three; exit 7");
    List<String> quoted =
        builder.command().stream().map(word -> "'" + word.replace("'", "'\\''") + "'").toList();
    builder.command(
        "script", "-q", "-e", "-c", String.join(" ", quoted), folder.resolve("typed").toString());
    Process script = start(builder);

    assertThat(script.waitFor()).isEqualTo(7);
    assertThat(out()).content().contains("all three\r\n");
  }
}
