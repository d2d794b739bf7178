package io.tidemark.app.broker;

import ch.qos.logback.core.spi.LifeCycle;
import io.tidemark.ingest.find.Descriptors;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/**
 * One node of Apache Kafka in this process, on loopback only, with its data below the given folder.
 * Each user of a machine reaches its loopback, so both listeners ask for the folder's credential.
 * Decisions: docs/decisions/app.md.
 */
public final class EmbeddedBroker implements AutoCloseable {

  /** Some may be free again by the time that Kafka ends the process. */
  private static final long FEW_DESCRIPTORS = 64;

  /** The file that Kafka leaves when it stops, and removes when it starts. */
  private static final String STOPPED_IN_ORDER = ".kafka_cleanshutdown";

  private final KafkaRaftServer server;
  private final Map<String, Object> client;

  private EmbeddedBroker(KafkaRaftServer server, Map<String, Object> client) {
    this.server = server;
    this.client = Map.copyOf(client);
  }

  /** Starts a broker that asks for the credential. */
  public static EmbeddedBroker start(DataFolder data, int port) throws Exception {
    return start(data, port, Admission.OWNER);
  }

  /**
   * Formats the folder when it is new, starts, and returns when the broker serves.
   *
   * @param port to listen on; 0 takes a free one
   * @throws Refusal when the port is taken, or the folder's credential cannot be read
   */
  public static EmbeddedBroker start(DataFolder data, int port, Admission admission)
      throws Exception {
    Path logs = data.path().resolve("kafka");
    int broker = port == 0 ? FreePort.except(0) : FreePort.checked(port);
    int controller = FreePort.except(broker);
    Credential credential = Credential.in(data.path());
    // The password of the folder's credential is never sent: another user may take the port later.
    Credential inProcess = Credential.random();
    NodeProperties properties = new NodeProperties(logs, controller, credential, inProcess);
    if (!Files.exists(logs)) {
      // Formatted in a second folder and moved: a kill must not leave a half-formatted one.
      Path aside = data.path().resolve("kafka.new");
      Utils.delete(aside.toFile());
      Files.createDirectories(aside);
      format(aside);
      Files.move(aside, logs, StandardCopyOption.ATOMIC_MOVE);
    } else if (!Files.exists(logs.resolve(STOPPED_IN_ORDER))) {
      Map<String, Object> admin = new HashMap<>(inProcess.plainClient());
      admin.put(AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG, NodeProperties.address(controller));
      // The controller answers within milliseconds of its start.
      admin.put(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, 20);
      StaleRegistration.remove(new KafkaConfig(properties.controller()), admin);
    }
    Exit.setHaltProcedure((status, message) -> end(data.path(), status));
    KafkaRaftServer server =
        new KafkaRaftServer(new KafkaConfig(properties.broker(broker, admission)), Time.SYSTEM);
    try {
      server.startup();
    } catch (RuntimeException e) {
      server.shutdown();
      throw e;
    }
    Map<String, Object> client = new HashMap<>();
    if (admission == Admission.OWNER) {
      client.putAll(inProcess.plainClient());
    }
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, NodeProperties.address(broker));
    return new EmbeddedBroker(server, client);
  }

  /**
   * Properties of a client in this process: the address and, if the broker asks for it, the
   * credential.
   */
  public Map<String, Object> client() {
    return client;
  }

  public String bootstrapServers() {
    return String.valueOf(client.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  /** Kafka ends the process when its only folder fails, e.g. on a disk that is suddenly full. */
  private static void end(Path folder, int status) {
    try {
      long free = Descriptors.most() - Descriptors.open();
      LastLine.print(
          "tidemark: the broker cannot write --data %s any more, %s and start again, nothing that was acknowledged is lost"
              .formatted(
                  folder,
                  free < FEW_DESCRIPTORS
                      ? "too many files are open (%,d at most): raise the limit (ulimit -n)"
                          .formatted(Descriptors.most())
                      : "%d MiB are left there; free space"
                          .formatted(folder.toFile().getUsableSpace() >> 20)));
    } finally {
      Runtime.getRuntime().halt(status);
    }
  }

  private static void format(Path logs) throws Exception {
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(NodeProperties.NODE)
        .setClusterId(Uuid.randomUuid().toString())
        .setDirectories(List.of(logs.toString()))
        .setMetadataLogDirectory(logs.toString())
        .setControllerListenerName(NodeProperties.CONTROLLER)
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .setIgnoreFormatted(false)
        .run();
  }

  /** Selects loopback ports for Kafka, which binds them only seconds later. */
  static final class FreePort {

    /**
     * Ephemeral ports of other programs' connections begin at {@link #END}; one of those could be
     * taken at any moment.
     */
    private static final int FIRST = 20_000;

    private static final int END = 32_768;
    private static final int TRIES = 100;

    private FreePort() {}

    /** A port that nobody listens on, another than the one that is chosen already. */
    static int except(int chosen) {
      for (int i = 0; i < TRIES; i++) {
        int port = ThreadLocalRandom.current().nextInt(FIRST, END);
        if (port != chosen && isFree(port)) {
          return port;
        }
      }
      throw new Refusal("no free port from %d to %d on 127.0.0.1".formatted(FIRST, END - 1));
    }

    /**
     * Returns the port after a check.
     *
     * @throws Refusal when it is taken
     */
    static int checked(int port) {
      if (!isFree(port)) {
        throw new Refusal("broker port " + port + " is taken; name a free port, or 0 for any");
      }
      return port;
    }

    private static boolean isFree(int port) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.isBound();
      } catch (IOException taken) {
        return false;
      }
    }
  }

  /** The last message on standard error of a process that is about to halt. */
  static final class LastLine {

    private LastLine() {}

    /**
     * Prints the line after all log output, since clients of a failing broker log until the halt.
     */
    public static void print(String line) {
      print(line, LoggerFactory.getILoggerFactory(), System.err);
    }

    static void print(String line, ILoggerFactory logging, PrintStream err) {
      if (logging instanceof LifeCycle running) {
        running.stop();
      }
      err.println(line);
    }
  }

  public enum Admission {
    /** Clients with the credential in the data folder. */
    OWNER,
    /** Every client that reaches the broker, so every user of this machine. */
    ANYONE
  }
}
