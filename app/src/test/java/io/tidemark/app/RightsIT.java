package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.model.Samples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rights of docs/kafka.md: with them each program works, without one it says which it lacks.
 */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RightsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final List<String> USERS =
      List.of("tidemark-topics", "tidemark-ingest", "tidemark-streams", "tidemark-sink");

  @TempDir Path folder;

  private final AtomicInteger writes = new AtomicInteger();
  private int started;

  /** The commands of the page, one rule for each operation on each resource. */
  static List<AclBinding> documented() throws IOException {
    String page = Files.readString(Samples.root().resolve("docs/kafka.md"));
    return page.replace("\\\n", " ")
        .lines()
        .filter(line -> line.startsWith("allow User:"))
        .flatMap(RightsIT::rules)
        .toList();
  }

  private static Stream<AclBinding> rules(String command) {
    String user = command.split(" ", 3)[1];
    PatternType pattern =
        command.contains("--resource-pattern-type prefixed")
            ? PatternType.PREFIXED
            : PatternType.LITERAL;
    List<AclBinding> rules = new ArrayList<>();
    Matcher resource = Pattern.compile("--(topic|group|transactional-id) (\\S+)").matcher(command);
    while (resource.find()) {
      ResourceType type =
          ResourceType.valueOf(resource.group(1).toUpperCase(Locale.ROOT).replace('-', '_'));
      Matcher operation = Pattern.compile("--operation (\\S+)").matcher(command);
      while (operation.find()) {
        rules.add(
            new AclBinding(
                new ResourcePattern(type, resource.group(2), pattern),
                new AccessControlEntry(
                    user, "*", operation(operation.group(1)), AclPermissionType.ALLOW)));
      }
    }
    return rules.stream();
  }

  private static AclOperation operation(String name) {
    return AclOperation.valueOf(
        name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
  }

  private Program start(SecuredBroker broker, String program, Object... more) throws Exception {
    List<Object> arguments = new ArrayList<>();
    arguments.add(program);
    arguments.addAll(List.of("--bootstrap-servers", broker.address()));
    arguments.addAll(List.of("--config", broker.file(folder, "tidemark-" + program)));
    arguments.addAll(List.of(more));
    return EarlyHealthTest.start(
        folder.resolve("%s-%d.txt".formatted(program, started++)), arguments.toArray());
  }

  private Program ingest(SecuredBroker broker) throws Exception {
    return start(
        broker, "ingest", "--no-create-topics", Samples.root().resolve("examples/tenstorrent.log"));
  }

  private Program streams(SecuredBroker broker) throws Exception {
    return start(
        broker, "streams", "--no-create-topics", "--state", folder.resolve("state" + started));
  }

  private Program sink(SecuredBroker broker, int port, HttpServer receiver) throws Exception {
    return start(
        broker,
        "sink",
        "--no-create-topics",
        "--port",
        port,
        "--remote-write",
        "http://127.0.0.1:%d/".formatted(receiver.getAddress().getPort()));
  }

  private Program program(SecuredBroker broker, String user, int port, HttpServer receiver)
      throws Exception {
    return switch (user) {
      case "User:tidemark-ingest" -> ingest(broker);
      case "User:tidemark-streams" -> streams(broker);
      default -> sink(broker, port, receiver);
    };
  }

  private HttpServer receiver() throws IOException {
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          writes.incrementAndGet();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    receiver.start();
    return receiver;
  }

  @Test
  void thePagesRightsAreEnoughAndALackingOneIsNamed() throws Exception {
    List<AclBinding> rules = documented();
    HttpServer receiver = receiver();
    try (SecuredBroker broker = SecuredBroker.start(folder.resolve("kafka"), USERS);
        Admin admin = Admin.create(broker.admin())) {
      admin.createAcls(rules).all().get();
      Program topics = start(broker, "topics");
      assertThat(topics.exit()).describedAs(topics.complained()).isZero();
      allWork(broker, receiver);
      doctorAgrees(broker, admin, rules);
      List<String> wrong = new ArrayList<>();
      // The changelogs are made at the first start, and hold what was processed: Create is last.
      for (AclBinding rule : lastIsCreate(rules)) {
        if (!rule.entry().principal().equals("User:tidemark-topics")) {
          admin.deleteAcls(List.of(rule.toFilter())).all().get();
          if (rule.entry().operation() == AclOperation.CREATE) {
            deleteChangelogs(admin);
          }
          wrong.addAll(named(broker, rule, receiver));
          admin.createAcls(List.of(rule)).all().get();
        }
      }
      assertThat(wrong).isEmpty();
    } finally {
      receiver.stop(0);
    }
  }

  /** A doctor of each program's user finds the rights enough, a lacking one, and a wrong clock. */
  private void doctorAgrees(SecuredBroker broker, Admin admin, List<AclBinding> rules)
      throws Exception {
    for (String program : List.of("ingest", "streams", "sink")) {
      assertThat(doctor(broker, program)).contains("ok      " + program).doesNotContain("failed");
    }
    assertThat(doctor(broker, "ingest")).contains("ok      clock");
    assertThat(doctor(broker, "streams", "--application-id", "other"))
        .containsPattern("failed +streams .*User:tidemark-streams Read on the group other");
    AclBinding group =
        rules.stream()
            .filter(rule -> rule.pattern().name().equals("tidemark-streams"))
            .findFirst()
            .orElseThrow();
    admin.deleteAcls(List.of(group.toFilter())).all().get();
    assertThat(doctor(broker, "streams"))
        .containsPattern("failed +streams .*User:tidemark-streams Read on the group tidemark-st");
    admin.createAcls(List.of(group)).all().get();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(broker.admin(), new ByteArraySerializer(), new ByteArraySerializer())) {
      long ahead = System.currentTimeMillis() + Duration.ofMinutes(30).toMillis();
      // A record that a tailer skips: its key is no source.
      producer
          .send(new ProducerRecord<>("tidemark.owners", 0, ahead, new byte[] {'x'}, (byte[]) null))
          .get();
    }
    assertThat(doctor(broker, "ingest"))
        .containsPattern("failed +clock +the newest record in Kafka is 1[78]\\d\\d s ahead");
  }

  private String doctor(SecuredBroker broker, String program, Object... more) throws Exception {
    List<Object> arguments = new ArrayList<>();
    arguments.addAll(List.of("doctor", "--data", folder.resolve("doctor")));
    arguments.addAll(List.of("--bootstrap-servers", broker.address()));
    arguments.addAll(List.of("--config", broker.file(folder, "tidemark-" + program)));
    arguments.addAll(List.of("--program", program));
    arguments.addAll(List.of(more));
    Here doctor = Here.run(arguments.toArray());
    assertThat(doctor.exit()).isEqualTo(doctor.printed().contains("failed") ? 1 : 0);
    return doctor.printed();
  }

  private static List<AclBinding> lastIsCreate(List<AclBinding> rules) {
    return rules.stream()
        .sorted(Comparator.comparing(rule -> rule.entry().operation() == AclOperation.CREATE))
        .toList();
  }

  private void allWork(SecuredBroker broker, HttpServer receiver) throws Exception {
    int port = Program.freePort();
    try (Program ingest = ingest(broker);
        Program streams = streams(broker);
        Program sink = sink(broker, port, receiver)) {
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  !ingest.alive()
                      || !streams.alive()
                      || !sink.alive()
                      || (writes.get() > 0
                          && Program.body("http://127.0.0.1:%d/metrics".formatted(port))
                              .contains("tidemark_run_memory_peak_bytes")));
      for (Program program : List.of(ingest, streams, sink)) {
        assertThat(program.alive()).describedAs(program.complained()).isTrue();
      }
      assertThat(Program.body("http://127.0.0.1:%d/ready".formatted(port))).isEqualTo("ready\n");
      ingest.stop();
      streams.stop();
      sink.stop();
    }
  }

  private static void deleteChangelogs(Admin admin) throws Exception {
    List<String> changelogs =
        admin.listTopics().names().get().stream()
            .filter(name -> name.startsWith("tidemark-streams-"))
            .toList();
    assertThat(changelogs).isNotEmpty();
    admin.deleteTopics(changelogs).all().get();
    await()
        .atMost(PATIENCE)
        .until(() -> Collections.disjoint(admin.listTopics().names().get(), changelogs));
  }

  /**
   * What is wrong with the last sentence of the program without this right; empty if nothing is.
   */
  private List<String> named(SecuredBroker broker, AclBinding rule, HttpServer receiver)
      throws Exception {
    String user = rule.entry().principal();
    try (Program program = program(broker, user, 0, receiver)) {
      await()
          .alias("without " + rule + " it goes on: ")
          .atMost(PATIENCE)
          .until(() -> program.alive() ? program.complained() : "", complained -> !program.alive());
      List<String> lines = program.complained().lines().toList();
      String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
      boolean good =
          !program.alive()
              && last.startsWith(
                  "tidemark: Kafka at " + broker.address() + " does not allow " + user)
              && last.toUpperCase(Locale.ROOT).contains(rule.entry().operation().name())
              && (rule.pattern().resourceType() == ResourceType.TRANSACTIONAL_ID
                  ? last.contains("transactional id")
                  : last.contains(rule.pattern().name()));
      return good ? List.of() : List.of(rule + ": " + last);
    }
  }
}
