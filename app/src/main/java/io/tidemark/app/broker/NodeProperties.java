package io.tidemark.app.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.internals.BrokerSecurityConfigs;

/** Kafka's properties of the one node: a broker and its controller, or the controller alone. */
final class NodeProperties {

  static final int NODE = 1;
  static final String CONTROLLER = "CONTROLLER";

  private static final String CLIENTS = "CLIENTS";
  private static final String LOOPBACK = "127.0.0.1";

  private final Path logs;
  private final int controllerPort;
  private final Credential clients;
  private final Credential inProcess;

  /**
   * @param clients admitted to the clients' listener by SCRAM
   * @param inProcess admitted to both listeners by PLAIN, and used by the node's own connections
   */
  NodeProperties(Path logs, int controllerPort, Credential clients, Credential inProcess) {
    this.logs = logs;
    this.controllerPort = controllerPort;
    this.clients = clients;
    this.inProcess = inProcess;
  }

  static String address(int port) {
    return LOOPBACK + ":" + port;
  }

  Map<String, String> controller() {
    Map<String, String> properties = new HashMap<>();
    properties.put("process.roles", "controller");
    properties.put("node.id", String.valueOf(NODE));
    properties.put("controller.quorum.voters", NODE + "@" + address(controllerPort));
    properties.put("listeners", listener(CONTROLLER, controllerPort));
    properties.put("controller.listener.names", CONTROLLER);
    properties.put("listener.security.protocol.map", protocols(Admission.OWNER));
    properties.put("sasl.enabled.mechanisms", Credential.PLAIN);
    properties.put("sasl.mechanism.controller.protocol", Credential.PLAIN);
    properties.put("sasl.mechanism.inter.broker.protocol", Credential.PLAIN);
    admitInProcess(CONTROLLER, properties);
    properties.put("log.dirs", logs.toString());
    // The default waits 25 ms for more records; a start writes a dozen, each after the last.
    properties.put("controller.quorum.append.linger.ms", "0");
    return properties;
  }

  Map<String, String> broker(int brokerPort, Admission admission) {
    Map<String, String> properties = controller();
    String broker = listener(CLIENTS, brokerPort);
    properties.put("process.roles", "broker,controller");
    properties.put("listeners", broker + "," + listener(CONTROLLER, controllerPort));
    properties.put("advertised.listeners", broker);
    properties.put("inter.broker.listener.name", CLIENTS);
    properties.put("listener.security.protocol.map", protocols(admission));
    admitInProcess(CLIENTS, properties);
    admitClients(properties);
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
    // One machine's programs: each further thread wakes three times a second and holds memory.
    properties.put("num.network.threads", "1");
    properties.put("num.io.threads", "2");
    properties.put("background.threads", "2");
    // The default takes 128 MiB of heap; Kafka wants more than one.
    properties.put("log.cleaner.dedupe.buffer.size", "2097152");
    // No other node follows the metadata. The default writes an empty record twice a second.
    properties.put("metadata.max.idle.interval.ms", "0");
    // A stall of the machine must not end the session of the only broker.
    properties.put("broker.session.timeout.ms", "60000");
    // A third request of a shutdown waits for it; the default is two seconds.
    properties.put("broker.heartbeat.interval.ms", "1000");
    return properties;
  }

  /**
   * Only the node itself is a client of the controller's listener, which always asks for a log-in.
   */
  private static String protocols(Admission admission) {
    return "%s:%s,%s:%s"
        .formatted(
            CLIENTS,
            admission == Admission.OWNER ? Credential.PROTOCOL : "PLAINTEXT",
            CONTROLLER,
            Credential.PROTOCOL);
  }

  private void admitInProcess(String listener, Map<String, String> properties) {
    String login = mechanism(listener, Credential.PLAIN) + SaslConfigs.SASL_JAAS_CONFIG;
    properties.put(login, inProcess.plainListener());
  }

  private void admitClients(Map<String, String> properties) {
    String mechanism = Credential.SCRAM.mechanismName();
    properties.put(of(CLIENTS) + "sasl.enabled.mechanisms", Credential.PLAIN + "," + mechanism);
    String prefix = mechanism(CLIENTS, mechanism);
    properties.put(prefix + SaslConfigs.SASL_JAAS_CONFIG, clients.scramListener());
    properties.put(
        prefix + BrokerSecurityConfigs.SASL_SERVER_CALLBACK_HANDLER_CLASS_CONFIG,
        OwnerLogin.class.getName());
  }

  private static String mechanism(String listener, String mechanism) {
    return of(listener) + mechanism.toLowerCase(Locale.ROOT) + ".";
  }

  private static String of(String listener) {
    return "listener.name." + listener.toLowerCase(Locale.ROOT) + ".";
  }

  private static String listener(String name, int port) {
    return name + "://" + address(port);
  }
}
