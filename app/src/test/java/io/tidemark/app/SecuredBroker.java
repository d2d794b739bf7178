package io.tidemark.app;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/** A broker as of a company: each user logs in with a password, and may do what rules allow. */
record SecuredBroker(KafkaRaftServer server, int port, int tlsPort, int mutualPort)
    implements AutoCloseable {

  private static final String ADMIN = "admin";

  /** Starts a broker with these users; each one's name is the password. */
  static SecuredBroker start(Path folder, List<String> users) throws Exception {
    return start(folder, users, null);
  }

  /**
   * The same with TLS on two more ports, one for passwords and one for certificates of clients.
   *
   * @param certificates of {@code kafka} and of the {@code ca}; {@code null} for no TLS
   */
  static SecuredBroker start(Path folder, List<String> users, @Nullable Certificates certificates)
      throws Exception {
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .setDirectories(List.of(Files.createDirectories(folder).toString()))
        .setMetadataLogDirectory(folder.toString())
        .setControllerListenerName("CONTROLLER")
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .setIgnoreFormatted(false)
        .run();
    int port = Program.freePort();
    int controller = Program.freePort();
    StringBuilder logins = new StringBuilder(login(ADMIN).replace(";", ""));
    users.forEach(user -> logins.append(" user_%s=\"%s\"".formatted(user, user)));
    Map<String, String> node = new HashMap<>();
    node.put("process.roles", "broker,controller");
    node.put("node.id", "1");
    node.put("controller.quorum.voters", "1@127.0.0.1:" + controller);
    node.put("controller.listener.names", "CONTROLLER");
    node.put(
        "listeners",
        "CLIENTS://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d".formatted(port, controller));
    node.put("advertised.listeners", "CLIENTS://127.0.0.1:" + port);
    node.put("listener.security.protocol.map", "CLIENTS:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
    node.put("inter.broker.listener.name", "CLIENTS");
    node.put("sasl.enabled.mechanisms", "PLAIN");
    node.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
    node.put("listener.name.clients.plain.sasl.jaas.config", logins + " user_admin=\"admin\";");
    node.put("authorizer.class.name", StandardAuthorizer.class.getName());
    node.put("super.users", "User:admin;User:ANONYMOUS");
    node.put("log.dirs", folder.toString());
    node.put("offsets.topic.replication.factor", "1");
    node.put("offsets.topic.num.partitions", "1");
    node.put("transaction.state.log.replication.factor", "1");
    node.put("transaction.state.log.min.isr", "1");
    node.put("transaction.state.log.num.partitions", "1");
    node.put("group.initial.rebalance.delay.ms", "0");
    node.put("auto.create.topics.enable", "false");
    node.put("log.cleaner.dedupe.buffer.size", "2097152");
    int tls = Program.freePort();
    int mutual = Program.freePort();
    if (certificates != null) {
      String more = ",TLS://127.0.0.1:%d,MUTUAL://127.0.0.1:%d".formatted(tls, mutual);
      node.merge("listeners", more, String::concat);
      node.merge("advertised.listeners", more, String::concat);
      node.merge("listener.security.protocol.map", ",TLS:SASL_SSL,MUTUAL:SSL", String::concat);
      node.put("listener.name.tls.plain.sasl.jaas.config", logins + ";");
      node.put("listener.name.mutual.ssl.client.auth", "required");
      node.put("ssl.principal.mapping.rules", "RULE:^CN=(.*)$/$1/");
      node.putAll(certificates.client("ca", "kafka"));
    }
    KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(node), Time.SYSTEM);
    server.startup();
    return new SecuredBroker(server, port, tls, mutual);
  }

  static String login(String user) {
    return "%s required username=\"%s\" password=\"%s\";"
        .formatted(PlainLoginModule.class.getName(), user, user);
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  /** Client properties of a user. */
  Map<String, Object> client(String user) {
    return Map.of(
        "bootstrap.servers",
        address(),
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        login(user));
  }

  Map<String, Object> admin() {
    return client(ADMIN);
  }

  /** The same as a file. */
  Path file(Path folder, String user) throws Exception {
    List<String> lines =
        client(user).entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).toList();
    return Files.write(folder.resolve(user + ".properties"), lines);
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
