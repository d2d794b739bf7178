package io.tidemark.app.cli;

import static java.util.stream.Collectors.toMap;

import io.tidemark.app.broker.BrokerAccess;
import io.tidemark.app.broker.Missing;
import io.tidemark.app.broker.Rights;
import io.tidemark.app.broker.TopicSetup;
import io.tidemark.app.fault.Fault;
import io.tidemark.app.fault.FaultSentences;
import io.tidemark.app.fault.FreeSpace;
import io.tidemark.ingest.Ingest;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.JobProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "doctor", mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Beyond it, alerts and figures of a live run are visibly wrong. */
  private static final long MOST_AHEAD_MILLIS = Duration.ofMinutes(1).toMillis();

  private static final List<String> PROGRAMS = List.of("ingest", "sink", "streams");

  @Parameters(arity = "0..*", paramLabel = "LOG", descriptionKey = "LOG")
  List<String> logs = List.of();

  @Option(names = "--bootstrap-servers", paramLabel = "HOST:PORT")
  @Nullable String bootstrapServers;

  @Mixin ClientOptions client = new ClientOptions();

  @Option(names = "--program", paramLabel = "NAME")
  List<String> programs = List.of();

  @Option(names = "--application-id", paramLabel = "NAME")
  @Nullable String applicationId;

  @Option(names = "--data", paramLabel = "DIR")
  @Nullable Path data;

  @Option(names = "--port", paramLabel = "P", converter = Port.class)
  List<Integer> ports = List.of();

  private boolean failed;

  @Override
  public Integer call() {
    List<String> checked = programs.isEmpty() ? PROGRAMS : programs;
    for (String program : checked) {
      if (!PROGRAMS.contains(program)) {
        throw new Refusal(
            "--program %s: want ingest, streams or sink".formatted(TerminalText.of(program)));
      }
    }
    if (!logs.isEmpty()) {
      check("logs", this::readable);
    }
    Path folder = DataOrTemporary.orDefault(data);
    if (check("folder", () -> writable(folder))) {
      check("disk", () -> space(folder));
    }
    ports.forEach(port -> check("port " + port, () -> free(port)));
    String servers = bootstrapServers;
    if (servers != null) {
      kafka(client.properties(servers), checked);
    }
    return failed ? 1 : 0;
  }

  private void kafka(Map<String, Object> kafka, List<String> checked) {
    Map<String, Object> quick = new HashMap<>(kafka);
    quick.put("request.timeout.ms", (int) PATIENCE.toMillis());
    quick.put("default.api.timeout.ms", 2 * (int) PATIENCE.toMillis());
    if (!check("kafka", () -> reachable(quick))) {
      return;
    }
    boolean allowed = true;
    for (String program : checked) {
      allowed &= check(program, () -> ready(quick, program));
    }
    if (allowed) {
      check("clock", () -> clock(quick));
    }
  }

  /** Runs a check and prints its line: what was found, or what is wrong and what to do. */
  private boolean check(String what, Callable<String> question) {
    String answer;
    boolean good = false;
    try {
      answer = question.call();
      good = true;
    } catch (Exception e) {
      answer = FaultSentences.of(e);
    }
    failed |= !good;
    System.out.printf("%-7s %-10s %s%n", good ? "ok" : "failed", what, TerminalText.line(answer));
    return good;
  }

  private String readable() {
    List<Path> found = Ingest.atRest(logs);
    for (Path log : found) {
      if (!Files.isReadable(log)) {
        throw new Fault(
            "%s cannot be read by this user: run ingest as one that may".formatted(log));
      }
    }
    return "%d files can be read".formatted(found.size());
  }

  private static String writable(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "tidemark", ".try"));
      return folder + " can be written";
    } catch (IOException e) {
      throw new Fault(
          "%s cannot be written (%s): name another with --data or --state, or give it to this user"
              .formatted(folder, e.getClass().getSimpleName()));
    }
  }

  private static String space(Path folder) {
    new FreeSpace("--data", folder).check();
    return "%,d MiB left".formatted(folder.toFile().getUsableSpace() >> 20);
  }

  private static String free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return "free";
    } catch (IOException e) {
      throw new Fault("taken, or not ours to take: end the program that has it, or name another");
    }
  }

  private static String reachable(Map<String, Object> kafka) throws Exception {
    long from = System.nanoTime();
    BrokerAccess.await(
        kafka,
        Optional.of(PATIENCE),
        words -> {},
        () -> {
          try (Admin admin = Admin.create(kafka)) {
            admin.describeCluster().nodes().get();
          }
        });
    return "%s answers as %s, after %d ms"
        .formatted(
            kafka.get("bootstrap.servers"),
            Rights.user(kafka),
            (System.nanoTime() - from) / 1_000_000);
  }

  /** Topics, their settings and the rights of a program. */
  private String ready(Map<String, Object> kafka, String program) throws Exception {
    TopicSetup.ensure(kafka, rights(program), Missing.REFUSED);
    if (program.equals("streams")) {
      String group = Objects.requireNonNullElse(applicationId, JobProperties.APPLICATION_ID);
      TopicSetup.ensureChangelogs(kafka, group);
      try (Admin admin = Admin.create(kafka)) {
        for (KafkaFuture<?> asked :
            List.of(
                admin.describeConsumerGroups(List.of(group)).all(),
                admin.describeTransactions(List.of(group + "-doctor")).all())) {
          refuseDenied(asked, kafka);
        }
      }
    }
    return "its topics are as declared, and its user may use them";
  }

  /** Not a constant: the topics take their prefix from the options. */
  private static Rights rights(String program) {
    return switch (program) {
      case "ingest" -> Rights.INGEST;
      case "sink" -> Rights.SINK;
      default -> Rights.STREAMS;
    };
  }

  /** A group that is not there yet is no lack of a right. */
  private static void refuseDenied(KafkaFuture<?> asked, Map<String, Object> kafka)
      throws InterruptedException {
    try {
      asked.get();
    } catch (ExecutionException e) {
      String servers = "Kafka at " + kafka.get("bootstrap.servers");
      FaultSentences.denied(servers, Rights.user(kafka), e)
          .ifPresent(
              sentence -> {
                throw new Fault(sentence);
              });
    }
  }

  /** A broker does not say its time, but the newest records have that of their writers. */
  private static String clock(Map<String, Object> kafka) throws Exception {
    long now = System.currentTimeMillis();
    try (Admin admin = Admin.create(kafka)) {
      Set<String> seen = admin.listTopics().names().get();
      Map<TopicPartition, OffsetSpec> newest =
          Topics.ALL.stream()
              .filter(topic -> seen.contains(topic.name()))
              .collect(
                  toMap(
                      topic -> new TopicPartition(topic.name(), 0),
                      topic -> OffsetSpec.maxTimestamp()));
      for (ListOffsetsResultInfo record : admin.listOffsets(newest).all().get().values()) {
        if (record.timestamp() - now > MOST_AHEAD_MILLIS) {
          throw new Fault(
              "the newest record in Kafka is %d s ahead of this machine: a clock is wrong, here or on the host that wrote it; set both by NTP"
                  .formatted((record.timestamp() - now) / 1000));
        }
      }
    }
    return "no record in Kafka is ahead of this machine";
  }
}
