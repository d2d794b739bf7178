package io.tidemark.app.broker;

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
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** One node of Apache Kafka in this process, loopback only, its data below the given folder. */
public final class EmbeddedBroker implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private final KafkaRaftServer server;
  private final int port;

  private EmbeddedBroker(KafkaRaftServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /**
   * Formats the folder when it is new, starts, and returns when the broker serves.
   *
   * @param port to listen on; 0 takes a free one
   * @throws Refusal when the port is taken
   */
  public static EmbeddedBroker start(DataFolder data, int port) throws Exception {
    Path logs = data.path().resolve("kafka");
    int broker = free(port);
    int controller = free(0);
    if (!Files.exists(logs)) {
      // Formatted aside and moved whole: half a format, left by a kill, would pass for a broker's.
      Path aside = data.path().resolve("kafka.new");
      Utils.delete(aside.toFile());
      Files.createDirectories(aside);
      format(aside);
      Files.move(aside, logs, StandardCopyOption.ATOMIC_MOVE);
    }
    KafkaRaftServer server =
        new KafkaRaftServer(new KafkaConfig(properties(logs, broker, controller)), Time.SYSTEM);
    try {
      server.startup();
    } catch (RuntimeException e) {
      server.shutdown();
      throw e;
    }
    return new EmbeddedBroker(server, broker);
  }

  public String bootstrapServers() {
    return LOOPBACK + ":" + port;
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  private static int free(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new Refusal("broker port " + port + " is taken; name a free port, or 0 for any");
    }
  }

  private static void format(Path logs) throws Exception {
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .setDirectories(List.of(logs.toString()))
        .setMetadataLogDirectory(logs.toString())
        .setControllerListenerName("CONTROLLER")
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .setIgnoreFormatted(false)
        .run();
  }

  private static Map<String, String> properties(Path logs, int broker, int controller) {
    Map<String, String> properties = new HashMap<>();
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", "1");
    properties.put("controller.quorum.voters", "1@" + LOOPBACK + ":" + controller);
    properties.put(
        "listeners",
        "PLAINTEXT://" + LOOPBACK + ":" + broker + ",CONTROLLER://" + LOOPBACK + ":" + controller);
    properties.put("advertised.listeners", "PLAINTEXT://" + LOOPBACK + ":" + broker);
    properties.put("controller.listener.names", "CONTROLLER");
    properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    properties.put("log.dirs", logs.toString());
    properties.put("offsets.topic.replication.factor", "1");
    properties.put("offsets.topic.num.partitions", "4");
    properties.put("transaction.state.log.replication.factor", "1");
    properties.put("transaction.state.log.min.isr", "1");
    properties.put("transaction.state.log.num.partitions", "4");
    properties.put("share.coordinator.state.topic.replication.factor", "1");
    properties.put("share.coordinator.state.topic.min.isr", "1");
    properties.put("share.coordinator.state.topic.num.partitions", "1");
    properties.put("group.initial.rebalance.delay.ms", "0");
    properties.put("auto.create.topics.enable", "false");
    // The default takes 128 MiB of heap.
    properties.put("log.cleaner.dedupe.buffer.size", "4194304");
    // A machine that stalls for a while must not lose its only broker; yet after a kill the
    // controller waits so long for the old registration's session.
    properties.put("broker.session.timeout.ms", "5000");
    properties.put("broker.heartbeat.interval.ms", "300");
    return properties;
  }
}
