package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged command line in a process of its own, as a user starts it. */
final class Program implements AutoCloseable {

  private static final Pattern LISTENING = Pattern.compile("\"Listening on\".* address=(\\S+)\n");
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Path PACKAGE = Samples.root().resolve("app/target");

  /** The classes that the build archived; a JVM that cannot use them starts without. */
  private static final List<String> QUICK_START =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:SharedArchiveFile=" + PACKAGE.resolve("tidemark.jsa"),
          "-Xlog:disable",
          "-Xlog:all=error:stderr");

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Path output;
  private final Path errors;

  private Program(Process process, Path output, Path errors) {
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  /** {@code output} takes what it prints, a file beside it what it complains of. */
  static Program start(Path output, Object... arguments) throws IOException {
    return startSmall(output, 512, arguments);
  }

  /** With a heap of this size at most. */
  static Program startSmall(Path output, int heapMebibytes, Object... arguments)
      throws IOException {
    return startBehind(List.of(), output, heapMebibytes, arguments);
  }

  /** By another command, which runs it. */
  static Program startBehind(List<String> command, Path output, Object... arguments)
      throws IOException {
    return startBehind(command, output, 512, arguments);
  }

  private static Program startBehind(
      List<String> prefix, Path output, int heapMebibytes, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(QUICK_START);
    command.addAll(List.of("-Xmx%dm".formatted(heapMebibytes), "-jar"));
    command.add(PACKAGE.resolve("tidemark.jar").toString());
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return of(new ProcessBuilder(command), output);
  }

  static Program of(ProcessBuilder builder, Path output) throws IOException {
    Path errors = output.resolveSibling(output.getFileName() + ".err");
    Process process =
        builder.redirectError(errors.toFile()).redirectOutput(output.toFile()).start();
    return new Program(process, output, errors);
  }

  /** Its exit code, once it ends by itself. */
  int exit() throws InterruptedException, IOException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(
          "still running after %s%n%s%n%s".formatted(PATIENCE, complained(), threads()));
    }
    return process.exitValue();
  }

  /** Where its threads stand: what it waits for. */
  private String threads() throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process asked =
        new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "Thread.print").start();
    return new String(asked.getInputStream().readAllBytes(), UTF_8);
  }

  /** Ctrl-C's gentler twin; answers how long the end took. */
  Duration stop() throws InterruptedException, IOException {
    long from = System.nanoTime();
    process.destroy();
    exit();
    return Duration.ofNanos(System.nanoTime() - from);
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException, IOException {
    process.destroyForcibly();
    exit();
  }

  /** {@code kill -STOP} and {@code -CONT}: it stands still, and goes on as if it had not. */
  void signal(String signal) throws InterruptedException, IOException {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  boolean alive() {
    return process.isAlive();
  }

  String printed() throws IOException {
    return Files.readString(output);
  }

  String complained() throws IOException {
    return Files.readString(errors);
  }

  Program awaitPrinted(String text) throws IOException {
    await().atMost(PATIENCE).until(() -> printed().contains(text) || !alive());
    assertThat(printed()).describedAs(complained()).contains(text);
    return this;
  }

  /** The address that it prints behind these words. */
  String awaitAddress(String words) throws IOException {
    return awaitGroup(output, Pattern.compile(Pattern.quote(words) + "(\\S+)\n"));
  }

  /** The port that a server of Prometheus' family listens on. */
  int awaitListening() throws IOException {
    return port(awaitGroup(errors, LISTENING));
  }

  private String awaitGroup(Path file, Pattern pattern) throws IOException {
    await()
        .atMost(PATIENCE)
        .until(() -> pattern.matcher(Files.readString(file)).find() || !alive());
    Matcher found = pattern.matcher(Files.readString(file));
    assertThat(found.find()).describedAs(complained()).isTrue();
    return found.group(1);
  }

  static int port(String address) {
    return Integer.parseInt(address.replaceFirst("/metrics$", "").replaceFirst(".*:", ""));
  }

  /** The body at this address once it contains {@code text}. */
  static String awaitBody(String address, String text) {
    return await().atMost(PATIENCE).until(() -> body(address), body -> body.contains(text));
  }

  /** The body at this address, empty while nobody answers. */
  static String body(String address) throws InterruptedException {
    try {
      return HTTP.send(
              HttpRequest.newBuilder(URI.create(address)).timeout(PATIENCE).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException notYet) {
      return "";
    }
  }

  /** What {@code wc -l} says: a carriage return ends no line. */
  static double lines(Path log) throws IOException {
    long ends = 0;
    for (byte one : Files.readAllBytes(log)) {
      ends += one == '\n' ? 1 : 0;
    }
    return ends;
  }

  /** A port that is free now; port 0 and what a program prints of it are safer. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
