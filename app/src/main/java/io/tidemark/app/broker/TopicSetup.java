package io.tidemark.app.broker;

import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;

/** Creates missing topics as declared and checks existing ones. */
public final class TopicSetup {

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final long AGAIN_MILLIS = 200;
  private static final long SOON_MILLIS = 20;

  /** After this the caller starts over with a new client. */
  private static final int ANSWER_MILLIS = 30_000;

  /** A name that a coordinator is asked about. */
  private static final String ANY = "tidemark";

  /** A compacted topic must not delete by age, and a slice must fit. */
  private static final List<String> KEPT_AS_DECLARED =
      List.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);

  private TopicSetup() {}

  /**
   * Creates missing topics, checks the rest.
   *
   * @param kafka client properties
   * @throws Refusal when a topic has another number of partitions than declared or one, has a
   *     configuration that loses records, or is missing and may not be created
   */
  public static void ensure(Map<String, Object> kafka, Missing topics)
      throws InterruptedException, ExecutionException {
    ensure(kafka, Topics.ALL, topics);
  }

  /**
   * The same for a program that uses only some of the topics, and may have no right to others.
   *
   * @param own the topics that it uses
   */
  public static void ensure(Map<String, Object> kafka, List<Topic<?, ?>> own, Missing topics)
      throws InterruptedException, ExecutionException {
    try (Admin admin = client(withDeadline(kafka))) {
      ensure(admin, own, topics, List.of());
    }
  }

  /**
   * The same; with a broker that has none of the topics yet it creates others, too.
   *
   * @param others that a program would make itself, later and one by one
   */
  public static void ensure(Map<String, Object> kafka, Missing topics, List<NewTopic> others)
      throws InterruptedException, ExecutionException {
    Admin admin = client(withDeadline(kafka));
    try {
      ensure(admin, topics, others);
    } finally {
      // Nobody waits for the coordinators' answers.
      admin.close(Duration.ZERO);
    }
  }

  /** Opens a client for {@link #ensure(Admin, Missing, List)}; close it without waiting. */
  public static Admin client(Map<String, Object> kafka) {
    Map<String, Object> client = new HashMap<>(kafka);
    // Topics that were just made have no leader yet; the pause grows.
    client.putIfAbsent(AdminClientConfig.RETRY_BACKOFF_MS_CONFIG, SOON_MILLIS);
    return Admin.create(client);
  }

  /** The same over a client that asks for more. */
  public static void ensure(Admin admin, Missing topics, List<NewTopic> others)
      throws InterruptedException, ExecutionException {
    ensure(admin, Topics.ALL, topics, others);
  }

  private static void ensure(
      Admin admin, List<Topic<?, ?>> own, Missing topics, List<NewTopic> others)
      throws InterruptedException, ExecutionException {
    Set<String> existing = admin.listTopics().names().get();
    if (topics == Missing.CREATED_SMALL) {
      askCoordinators(admin);
    }
    List<Topic<?, ?>> missing = new ArrayList<>(own);
    missing.removeIf(topic -> existing.contains(topic.name()));
    check(admin, own.stream().filter(topic -> !missing.contains(topic)).toList());
    if (!missing.isEmpty() && topics == Missing.REFUSED) {
      throw new Refusal(
          "topics missing: "
              + missing.stream().map(Topic::name).collect(Collectors.joining(", "))
              + "; create them, or leave out --no-create-topics");
    }
    List<NewTopic> made = new ArrayList<>(missing.stream().map(topics::made).toList());
    if (missing.size() == Topics.ALL.size()) {
      made.addAll(others);
    }
    make(admin, made);
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
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!made(admin, topics, System.nanoTime() - deadlineNanos > 0)) {
      Thread.sleep(AGAIN_MILLIS);
    }
    Map<TopicPartition, OffsetSpec> begins = new HashMap<>();
    for (NewTopic topic : topics) {
      for (int partition = 0; partition < topic.numPartitions(); partition++) {
        begins.put(new TopicPartition(topic.name(), partition), OffsetSpec.earliest());
      }
    }
    while (!served(admin, begins, System.nanoTime() - deadlineNanos > 0)) {
      Thread.sleep(SOON_MILLIS);
    }
  }

  /** False while no broker leads one of them: some clients end on such a topic. */
  private static boolean served(Admin admin, Map<TopicPartition, OffsetSpec> begins, boolean last)
      throws InterruptedException, ExecutionException {
    try {
      admin.listOffsets(begins).all().get();
      return true;
    } catch (ExecutionException e) {
      if (last || !(e.getCause() instanceof InvalidMetadataException)) {
        throw e;
      }
      return false;
    }
  }

  /** False while a broker that has just started is not ready to hold a topic. */
  private static boolean made(Admin admin, List<NewTopic> topics, boolean last)
      throws InterruptedException, ExecutionException {
    try {
      admin.createTopics(topics).all().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        throw new Refusal(
            "topics missing that Kafka does not allow this user to create: %s; let an administrator run `tidemark topics`, or grant Create"
                .formatted(topics.stream().map(NewTopic::name).collect(Collectors.joining(", "))));
      }
      // Another Tidemark program created it meanwhile.
      if (e.getCause() instanceof TopicExistsException) {
        return true;
      }
      if (last || !(e.getCause() instanceof InvalidReplicationFactorException)) {
        throw e;
      }
      return false;
    }
  }

  private static void check(Admin admin, List<Topic<?, ?>> present)
      throws InterruptedException, ExecutionException {
    Map<String, TopicDescription> found =
        admin.describeTopics(present.stream().map(Topic::name).toList()).allTopicNames().get();
    for (Topic<?, ?> topic : present) {
      TopicDescription description = found.get(topic.name());
      int partitions = description == null ? 0 : description.partitions().size();
      if (partitions != topic.partitions() && partitions != 1) {
        throw new Refusal(
            "topic %s has %d partitions, allowed are %d or 1; a key must stay on its partition: delete the topic or use another cluster"
                .formatted(topic.name(), partitions, topic.partitions()));
      }
    }
    checkConfigs(admin, present);
  }

  /** Retention is the operator's choice; the clean-up policy and the record size are not. */
  private static void checkConfigs(Admin admin, List<Topic<?, ?>> present)
      throws InterruptedException, ExecutionException {
    Map<ConfigResource, Config> found;
    try {
      found =
          admin.describeConfigs(present.stream().map(TopicSetup::resource).toList()).all().get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        // Who may not see the configurations need not vouch for them.
        return;
      }
      throw e;
    }
    for (Topic<?, ?> topic : present) {
      Config config = found.get(resource(topic));
      for (String key : KEPT_AS_DECLARED) {
        ConfigEntry entry = config == null ? null : config.get(key);
        String declared = topic.config().get(key);
        if (entry != null && declared != null && loses(key, entry.value(), declared)) {
          throw new Refusal(
              "topic %s has %s=%s, declared is %s: set it so, or delete the topic"
                  .formatted(topic.name(), key, entry.value(), declared));
        }
      }
    }
  }

  private static boolean loses(String key, String found, String declared) {
    return key.equals(TopicConfig.MAX_MESSAGE_BYTES_CONFIG)
        ? Long.parseLong(found) < Long.parseLong(declared)
        : !found.equals(declared);
  }

  private static ConfigResource resource(Topic<?, ?> topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
  }
}
