package io.tidemark.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.BindException;
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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged command line in its own process, as a user starts it. */
final class Program implements AutoCloseable {

  private static final Pattern LISTENING = Pattern.compile("\"Listening on\".* address=(\\S+)\n");
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Path PACKAGE = Samples.root().resolve("app/target");

  /** The build's class archive; a JVM that cannot use it starts without it. */
  private static final List<String> QUICK_START =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-XX:SharedArchiveFile=" + PACKAGE.resolve("tidemark.jsa"),
          "-Xlog:disable",
          "-Xlog:all=error:stderr");

  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 12_768;
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final Path output;
  private final Path errors;

  private Program(Process process, Path output, Path errors) {
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  /**
   * Starts a program. Its standard output goes to {@code output}, its standard error to a file
   * beside it.
   */
  static Program start(Path output, Object... arguments) throws IOException {
    return startSmall(output, 512, arguments);
  }

  /** The same with a limited heap. */
  static Program startSmall(Path output, int heapMebibytes, Object... arguments)
      throws IOException {
    return startBehind(List.of(), output, heapMebibytes, arguments);
  }

  /** The same, started by another command. */
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

  /** Waits for its end and returns its exit code. */
  int exit() throws InterruptedException, IOException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(
          "still running after %s%n%s%n%s".formatted(PATIENCE, complained(), threads()));
    }
    return process.exitValue();
  }

  /** The stacks of its threads, which show what it waits for. */
  private String threads() throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process asked =
        new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "Thread.print").start();
    return new String(asked.getInputStream().readAllBytes(), UTF_8);
  }

  /** Sends a terminate signal; returns how long the end took. */
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

  /** Sends {@code kill -STOP} or {@code -CONT}: it is suspended, or continues. */
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

  /** The address that it prints after these words. */
  String awaitAddress(String words) throws IOException {
    return awaitGroup(output, Pattern.compile(Pattern.quote(words) + "(\\S+)\n"));
  }

  /** The port on which a server of Prometheus' family listens. */
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

  /** Waits until the body at this address contains {@code text}, and returns it. */
  static String awaitBody(String address, String text) {
    return await().atMost(PATIENCE).until(() -> body(address), body -> body.contains(text));
  }

  /** The body at this address; empty while there is no answer. */
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

  /** The count of {@code wc -l}: a carriage return ends no line. */
  static double lines(Path log) throws IOException {
    long ends = 0;
    for (byte one : Files.readAllBytes(log)) {
      ends += one == '\n' ? 1 : 0;
    }
    return ends;
  }

  /**
   * A port that is free now, below the ports of outgoing connections, and another one each time. It
   * is safer to use port 0 and to read the program's output.
   */
  static int freePort() throws IOException {
    for (int tries = 0; tries < PORTS; tries++) {
      int port = FIRST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // The next one may be free.
      }
    }
    throw new IOException("no port from %d on is free".formatted(FIRST_PORT));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
