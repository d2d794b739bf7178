package io.tidemark.app.broker;

import io.tidemark.model.Refusal;
import io.tidemark.model.wire.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Compares topics with their declaration, and finds out what a user is allowed. */
final class TopicCheck {

  /** A compacted topic must not delete by age, and a slice must fit. */
  private static final List<String> KEPT_AS_DECLARED =
      List.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);

  private TopicCheck() {}

  /** Kafka hides topics from a user without any right to them, whether they exist or not. */
  static List<String> hidden(Admin admin, List<Topic<?, ?>> missing)
      throws InterruptedException, ExecutionException {
    List<String> hidden = new ArrayList<>();
    for (Topic<?, ?> topic : missing) {
      try {
        admin.describeTopics(List.of(topic.name())).allTopicNames().get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof AuthorizationException) {
          hidden.add(topic.name());
        } else if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw e;
        }
      }
    }
    return hidden;
  }

  /** Returns the operations on each of them that are allowed. */
  static Map<String, Set<AclOperation>> check(Admin admin, List<Topic<?, ?>> present)
      throws InterruptedException, ExecutionException {
    Map<String, Set<AclOperation>> allowed = new HashMap<>();
    Map<String, TopicDescription> found =
        describe(admin, present.stream().map(Topic::name).toList());
    for (Topic<?, ?> topic : present) {
      TopicDescription description = found.get(topic.name());
      int partitions = description == null ? 0 : description.partitions().size();
      if (description != null && description.authorizedOperations() != null) {
        allowed.put(topic.name(), description.authorizedOperations());
      }
      if (partitions != topic.partitions() && partitions != 1) {
        throw new Refusal(
            "topic %s has %d partitions, allowed are %d or 1; a key must stay on its partition: delete the topic or use another cluster"
                .formatted(topic.name(), partitions, topic.partitions()));
      }
    }
    checkConfigs(admin, present);
    return allowed;
  }

  /** The topics with what this user is allowed. */
  static Map<String, TopicDescription> describe(Admin admin, List<String> topics)
      throws InterruptedException, ExecutionException {
    return admin
        .describeTopics(topics, new DescribeTopicsOptions().includeAuthorizedOperations(true))
        .allTopicNames()
        .get();
  }

  /** Retention is the operator's choice; the clean-up policy and the record size are not. */
  private static void checkConfigs(Admin admin, List<Topic<?, ?>> present)
      throws InterruptedException, ExecutionException {
    Map<ConfigResource, Config> found;
    try {
      found =
          admin.describeConfigs(present.stream().map(TopicCheck::resource).toList()).all().get();
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
