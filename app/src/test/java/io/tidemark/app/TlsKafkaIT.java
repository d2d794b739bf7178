package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS with a Kafka: by password and by certificate, and the sentence of each that is wrong. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TlsKafkaIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<String> USERS =
      List.of("tidemark-topics", "tidemark-ingest", "tidemark-streams", "tidemark-sink");

  @TempDir Path folder;

  @Test
  void eachPasswordOrCertificateWorksAndWhatIsWrongIsNamed() throws Exception {
    Certificates certificates =
        new Certificates(Files.createDirectory(folder.resolve("certificates")))
            .authority("ca")
            .authority("other")
            .signed("kafka", "ca", "127.0.0.1")
            .signed("stranger", "other", "127.0.0.1");
    for (String user : USERS) {
      certificates.signed(user, "ca", "127.0.0.1");
    }
    try (SecuredBroker broker = SecuredBroker.start(folder.resolve("kafka"), USERS, certificates);
        Admin admin = Admin.create(broker.admin())) {
      admin.createAcls(RightsIT.documented()).all().get();
      String tls = "127.0.0.1:" + broker.tlsPort();
      String mutual = "127.0.0.1:" + broker.mutualPort();
      Map<String, String> trusting = certificates.client("ca", null);

      assertThat(topics(tls, password("tidemark-topics", "wrong", trusting)))
          .contains("Kafka at " + tls + " refuses the name or password: ");
      assertThat(topics(tls, password("tidemark-topics", certificates.client("other", null))))
          .contains("does not trust the certificate of Kafka at " + tls)
          .contains("ssl.truststore.location");
      assertThat(topics("localhost:" + broker.tlsPort(), password("tidemark-topics", trusting)))
          .contains("the certificate of Kafka at localhost:" + broker.tlsPort())
          .contains("is for another host");
      assertThat(topics(mutual, protocol("SSL", trusting)))
          .contains(
              "Kafka at " + mutual + " does not take this program's certificate, or misses one")
          .contains("ssl.keystore.location");
      assertThat(topics(mutual, protocol("SSL", certificates.client("ca", "stranger"))))
          .contains("does not take this program's certificate");
      assertThat(topics(mutual, protocol("SSL", certificates.client("ca", "tidemark-ingest"))))
          .contains("topics missing that Kafka does not allow this user to create: ");
      assertThat(topics(tls, password("tidemark-topics", trusting))).isEmpty();
      work(
          mutual,
          user -> protocol("SSL", certificates.client("ca", user)),
          tls,
          user -> password(user, trusting));
    }
  }

  private interface Properties {
    Map<String, String> of(String user);
  }

  /** Ships and counts a log, the tailer by its certificate, the others by their passwords. */
  private void work(String mutual, Properties certificate, String tls, Properties password)
      throws Exception {
    int port = Program.freePort();
    try (Program ingest =
            start(
                "ingest", mutual, certificate, Samples.root().resolve("examples/tenstorrent.log"));
        Program streams = start("streams", tls, password, "--state", folder.resolve("state"));
        Program sink = start("sink", tls, password, "--port", port)) {
      String metrics = "http://127.0.0.1:%d/metrics".formatted(port);
      List<Program> all = List.of(ingest, streams, sink);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  all.stream().anyMatch(program -> !program.alive())
                      || Program.body(metrics).contains("tidemark_run_memory_peak_bytes"));
      for (Program program : all) {
        assertThat(program.alive()).describedAs(program.complained()).isTrue();
      }
    }
  }

  private Program start(String program, String kafka, Properties properties, Object... more)
      throws Exception {
    List<Object> arguments = new ArrayList<>(List.of(program, "--bootstrap-servers", kafka));
    arguments.addAll(List.of("--config", file(properties.of("tidemark-" + program))));
    arguments.add("--no-create-topics");
    arguments.addAll(List.of(more));
    return EarlyHealthTest.start(folder.resolve(program + ".txt"), arguments.toArray());
  }

  /** What {@code tidemark topics} says that it cannot do; empty if it can. */
  private String topics(String kafka, Map<String, String> properties) throws Exception {
    Here topics = Here.run("topics", "--bootstrap-servers", kafka, "--config", file(properties));
    assertThat(topics.exit() == 0).isEqualTo(topics.complained().isEmpty());
    return topics.complained();
  }

  private static Map<String, String> password(String user, Map<String, String> tls) {
    return password(user, user, tls);
  }

  private static Map<String, String> password(
      String user, String password, Map<String, String> tls) {
    Map<String, String> properties = protocol("SASL_SSL", tls);
    properties.put("sasl.mechanism", "PLAIN");
    String login = SecuredBroker.login(user);
    properties.put(
        "sasl.jaas.config", login.replace("password=\"" + user, "password=\"" + password));
    return properties;
  }

  private static Map<String, String> protocol(String protocol, Map<String, String> tls) {
    Map<String, String> properties = new HashMap<>(tls);
    properties.put("security.protocol", protocol);
    return properties;
  }

  private Path file(Map<String, String> properties) throws Exception {
    List<String> lines =
        properties.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).toList();
    return Files.write(Files.createTempFile(folder, "client", ".properties"), lines);
  }
}
