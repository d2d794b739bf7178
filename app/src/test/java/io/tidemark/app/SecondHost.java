package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A network namespace with its own loopback, and one link to this one. */
final class SecondHost implements AutoCloseable {

  private static final String HERE = "10.213.77.1";
  private static final String THERE = "10.213.77.2";

  private final Path folder;
  private final String name;
  private final String link;
  private int commands;

  private SecondHost(Path folder, long number) {
    this.folder = folder;
    this.name = "tidemark-" + number;
    this.link = "tm" + number % 1_000_000;
  }

  /** Skips the test if no namespace can be created. */
  static SecondHost open(Path folder) {
    SecondHost host = new SecondHost(folder, ProcessHandle.current().pid());
    assumeTrue(host.tried("ip", "netns", "add", host.name), "no network namespace can be made");
    host.run("ip", "link", "add", host.link, "type", "veth", "peer", "name", host.link + "p");
    host.run("ip", "link", "set", host.link + "p", "netns", host.name);
    host.run("ip", "addr", "add", HERE + "/30", "dev", host.link);
    host.connect();
    host.run(host.inside("ip", "addr", "add", THERE + "/30", "dev", host.link + "p"));
    host.run(host.inside("ip", "link", "set", host.link + "p", "up"));
    host.run(host.inside("ip", "link", "set", "lo", "up"));
    return host;
  }

  /** Wraps the command to run on that host. */
  List<String> inside(String... command) {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", name));
    all.addAll(List.of(command));
    return all;
  }

  /** Makes a port of this host's loopback reachable on the other host's loopback. */
  List<AutoCloseable> share(int port) throws IOException {
    Relay here = Relay.open(HERE, "127.0.0.1", port);
    List<String> command =
        inside(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            Samples.root().resolve("app/target/test-classes").toString(),
            Relay.class.getName(),
            "127.0.0.1",
            HERE,
            Integer.toString(port));
    Program there = Program.of(new ProcessBuilder(command), folder.resolve("relay.txt"));
    return List.of(there, here);
  }

  void cut() {
    run("ip", "link", "set", link, "down");
  }

  void connect() {
    run("ip", "link", "set", link, "up");
  }

  private void run(String... command) {
    assertThat(tried(command)).as(String.join(" ", command)).isTrue();
  }

  private void run(List<String> command) {
    run(command.toArray(String[]::new));
  }

  private boolean tried(String... command) {
    Path output = folder.resolve("ip-%d.txt".formatted(commands++));
    try (Program program = Program.of(new ProcessBuilder(command), output)) {
      return program.exit() == 0;
    } catch (IOException e) {
      // The command is not installed.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    tried("ip", "link", "del", link);
    tried("ip", "netns", "del", name);
  }
}
