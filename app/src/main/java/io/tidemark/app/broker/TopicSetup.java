package io.tidemark.app.broker;

import io.tidemark.app.fault.Fault;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates missing topics as declared and checks existing ones. */
public final class TopicSetup {

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final Duration SOON = Duration.ofMillis(20);

  /** After this the caller starts over with a new client. */
  private static final int ANSWER_MILLIS = 30_000;

  /** A name that a coordinator is asked about. */
  private static final String ANY = "tidemark";

  private TopicSetup() {}

  /**
   * Creates missing topics, checks the rest.
   *
   * @param kafka client properties
   * @param own the topics that a program uses, and for what; it may have no right to others
   * @throws Refusal when a topic has another number of partitions than declared or one, has a
   *     configuration that loses records, or is missing and may not be created
   * @throws Fault when its user lacks a right
   */
  public static void ensure(Map<String, Object> kafka, Rights own, Missing topics)
      throws InterruptedException, ExecutionException {
    try (Admin admin = client(withDeadline(kafka))) {
      Map<String, Set<AclOperation>> lacking = ensure(admin, own, topics, List.of());
      if (!lacking.isEmpty()) {
        throw Rights.fault(kafka, lacking);
      }
    }
  }

  /**
   * Checks the rights to the changelogs that a streams job has made already. Kafka Streams itself
   * finds that out, too, but one without Read may go on with another thread for minutes.
   *
   * @throws Fault when its user lacks one
   */
  public static void ensureChangelogs(Map<String, Object> kafka, String applicationId)
      throws InterruptedException, ExecutionException {
    try (Admin admin = client(withDeadline(kafka))) {
      List<String> changelogs =
          admin.listTopics().names().get().stream()
              .filter(name -> name.startsWith(applicationId + "-") && name.endsWith("-changelog"))
              .sorted()
              .toList();
      for (TopicDescription found : TopicCheck.describe(admin, changelogs).values()) {
        Set<AclOperation> lacking = EnumSet.of(AclOperation.READ, AclOperation.WRITE);
        lacking.removeAll(
            Objects.requireNonNullElse(found.authorizedOperations(), Set.copyOf(lacking)));
        if (!lacking.isEmpty()) {
          throw Rights.fault(kafka, Map.of(found.name(), lacking));
        }
      }
    }
  }

  /** Opens a client for {@link #ensure(Admin, Missing, List)}; close it without waiting. */
  public static Admin client(Map<String, Object> kafka) {
    Map<String, Object> client = new HashMap<>(kafka);
    // Topics that were just made have no leader yet; the pause grows.
    client.putIfAbsent(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, SOON.toMillis());
    return Admin.create(client);
  }

  /**
   * The same over a client that asks for more, whose closing need not wait for the coordinators.
   *
   * @param others that a program would make itself, later and one by one; created, too, if the
   *     broker has none of the topics yet
   */
  public static void ensure(Admin admin, Missing topics, List<NewTopic> others)
      throws InterruptedException, ExecutionException {
    ensure(admin, Rights.TOPICS, topics, others);
  }

  /** Returns the rights that its user lacks. */
  private static Map<String, Set<AclOperation>> ensure(
      Admin admin, Rights own, Missing topics, List<NewTopic> others)
      throws InterruptedException, ExecutionException {
    Set<String> existing = admin.listTopics().names().get();
    if (topics == Missing.CREATED_SMALL) {
      askCoordinators(admin);
    }
    List<Topic<?, ?>> missing = new ArrayList<>(own.topics());
    missing.removeIf(topic -> existing.contains(topic.name()));
    Map<String, Set<AclOperation>> allowed =
        TopicCheck.check(
            admin, own.topics().stream().filter(topic -> !missing.contains(topic)).toList());
    if (topics == Missing.REFUSED) {
      TopicCheck.hidden(admin, missing).forEach(topic -> allowed.put(topic, Set.of()));
    }
    Map<String, Set<AclOperation>> lacking = own.lacking(allowed);
    if (!lacking.isEmpty()) {
      return lacking;
    }
    if (!missing.isEmpty() && topics == Missing.REFUSED) {
      throw new Refusal(
          "topics missing: "
              + missing.stream().map(Topic::name).collect(Collectors.joining(", "))
              + "; `tidemark topics` makes them, as does each program without --no-create-topics");
    }
    List<NewTopic> made = new ArrayList<>(missing.stream().map(topics::made).toList());
    if (missing.size() == Topics.ALL.size()) {
      made.addAll(others);
    }
    make(admin, made);
    return Map.of();
  }

  /**
   * A new broker makes the topics of its coordinators when one is first asked for. Asked now, it
   * makes them while the programs open, and the streams job need not wait for them.
   */
  private static void askCoordinators(Admin admin) {
    admin.listConsumerGroupOffsets(ANY);
    admin.describeTransactions(List.of(ANY));
  }

  private static Map<String, Object> withDeadline(Map<String, Object> kafka) {
    Map<String, Object> client = new HashMap<>(kafka);
    client.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    return client;
  }

  private static void make(Admin admin, List<NewTopic> topics)
      throws InterruptedException, ExecutionException {
    // A broker that has just started is not ready to hold a topic.
    BrokerAccess.untilAnswered(
        PATIENCE,
        AGAIN,
        InvalidReplicationFactorException.class::isInstance,
        () -> create(admin, topics));
    Map<TopicPartition, OffsetSpec> begins = new HashMap<>();
    for (NewTopic topic : topics) {
      for (int partition = 0; partition < topic.numPartitions(); partition++) {
        begins.put(new TopicPartition(topic.name(), partition), OffsetSpec.earliest());
      }
    }
    // Some clients end on a topic that no broker leads yet.
    BrokerAccess.untilAnswered(
        PATIENCE,
        SOON,
        InvalidMetadataException.class::isInstance,
        () -> admin.listOffsets(begins).all().get());
  }

  private static void create(Admin admin, List<NewTopic> topics)
      throws InterruptedException, ExecutionException {
    try {
      admin.createTopics(topics).all().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        throw new Refusal(
            "topics missing that Kafka does not allow this user to create: %s; let an administrator run `tidemark topics`, or grant Create"
                .formatted(topics.stream().map(NewTopic::name).collect(Collectors.joining(", "))));
      }
      // Another Tidemark program created it meanwhile.
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }
}
