package io.tidemark.app.broker;

import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import io.tidemark.app.fault.Fault;
import io.tidemark.model.wire.Topic;
import io.tidemark.model.wire.Topics;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.jspecify.annotations.Nullable;

/**
 * What a program does with Kafka's topics, and so what its user must be allowed. docs/kafka.md has
 * the rights to groups and transactional ids, too.
 *
 * @param topics all that it uses, in flow order
 */
public record Rights(List<Topic<?, ?>> topics, List<Topic<?, ?>> read, List<Topic<?, ?>> written) {

  public static final Rights INGEST =
      new Rights(Topics.OF_INGEST, List.of(Topics.POSITIONS, Topics.OWNERS), Topics.OF_INGEST);
  public static final Rights STREAMS =
      new Rights(
          Topics.OF_STREAMS,
          List.of(Topics.LINES),
          Topics.OF_STREAMS.stream().filter(topic -> !topic.equals(Topics.LINES)).toList());
  public static final Rights SINK = new Rights(Topics.OF_SINK, Topics.OF_SINK, List.of());

  /** Of a program that only makes and checks topics. */
  public static final Rights TOPICS = new Rights(Topics.ALL, List.of(), List.of());

  private static final Pattern USER =
      Pattern.compile("\\busername\\s*=\\s*(?:\"([^\"]*)\"|([^\\s;\"]+))");

  /** The operations that a topic is used by. */
  Set<AclOperation> of(Topic<?, ?> topic) {
    Set<AclOperation> wanted = EnumSet.noneOf(AclOperation.class);
    if (read.contains(topic)) {
      wanted.add(READ);
    }
    if (written.contains(topic)) {
      wanted.add(WRITE);
    }
    return wanted;
  }

  /**
   * The operations that a user lacks.
   *
   * @param allowed the user's operations by topic; {@code null} where the broker does not say
   */
  SortedMap<String, Set<AclOperation>> lacking(Map<String, @Nullable Set<AclOperation>> allowed) {
    SortedMap<String, Set<AclOperation>> lacking = new TreeMap<>();
    for (Topic<?, ?> topic : topics) {
      Set<AclOperation> granted = allowed.get(topic.name());
      Set<AclOperation> wanted = of(topic);
      if (granted != null && !granted.containsAll(wanted)) {
        wanted.removeAll(granted);
        lacking.put(topic.name(), wanted);
      }
    }
    return lacking;
  }

  static Fault fault(Map<String, Object> kafka, Map<String, Set<AclOperation>> lacking) {
    List<String> all = new ArrayList<>();
    lacking.forEach((topic, operations) -> all.add(words(operations) + " on the topic " + topic));
    return new Fault(
        "Kafka at %s does not allow %s %s: grant it, see docs/kafka.md"
            .formatted(kafka.get("bootstrap.servers"), user(kafka), String.join(", ", all)));
  }

  /** As Kafka's own tools write them. */
  static String words(Set<AclOperation> operations) {
    return operations.stream()
        .map(operation -> operation == READ ? "Read" : operation == WRITE ? "Write" : "Describe")
        .collect(Collectors.joining(" and "));
  }

  /** The principal of a log-in by name, else words for it: Kafka does not say who a client is. */
  public static String user(Map<String, Object> kafka) {
    Matcher name = USER.matcher(String.valueOf(kafka.get("sasl.jaas.config")));
    if (name.find()) {
      return "User:" + (name.group(1) == null ? name.group(2) : name.group(1));
    }
    String protocol = String.valueOf(kafka.getOrDefault("security.protocol", "PLAINTEXT"));
    return protocol.equals("PLAINTEXT") ? "User:ANONYMOUS" : "this program's user";
  }
}
