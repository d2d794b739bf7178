package io.tidemark.app.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Kafka's properties of the one node: a broker and its controller, or the controller alone. */
final class NodeProperties {

  static final int NODE = 1;
  static final String CONTROLLER = "CONTROLLER";

  private static final String LOOPBACK = "127.0.0.1";

  private NodeProperties() {}

  static String address(int port) {
    return LOOPBACK + ":" + port;
  }

  static Map<String, String> controller(Path logs, int controllerPort) {
    Map<String, String> properties = new HashMap<>();
    properties.put("process.roles", "controller");
    properties.put("node.id", String.valueOf(NODE));
    properties.put("controller.quorum.voters", NODE + "@" + address(controllerPort));
    properties.put("listeners", listener(CONTROLLER, controllerPort));
    properties.put("controller.listener.names", CONTROLLER);
    properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    properties.put("log.dirs", logs.toString());
    return properties;
  }

  static Map<String, String> broker(Path logs, int brokerPort, int controllerPort) {
    Map<String, String> properties = controller(logs, controllerPort);
    String broker = listener("PLAINTEXT", brokerPort);
    properties.put("process.roles", "broker,controller");
    properties.put("listeners", broker + "," + listener(CONTROLLER, controllerPort));
    properties.put("advertised.listeners", broker);
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
    // There is no other broker to take over: a stall of the machine must not lose the only one.
    properties.put("broker.session.timeout.ms", "60000");
    properties.put("broker.heartbeat.interval.ms", "300");
    return properties;
  }

  private static String listener(String name, int port) {
    return name + "://" + address(port);
  }
}
