package io.tidemark.streams;

import io.tidemark.analysis.Settings;
import io.tidemark.model.Refusal;
import io.tidemark.model.wire.BoardRecords;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the streams job.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param stateDir folder of the state stores, one per instance
 * @param instance name of this instance, stable across its restarts: a restart under the same name
 *     takes its work back at once instead of waiting for a session to end
 * @param settings what logs do not state, and when to alert. One started with others goes on with
 *     what was read so far
 * @param board gets its records before they are committed; {@code null} when every reader has the
 *     topics alone
 */
public record StreamsJobConfig(
    Map<String, Object> kafka,
    Path stateDir,
    String instance,
    Settings settings,
    @Nullable BoardRecords board) {

  /** What Kafka takes as a member's name, with room for the thread's number behind it. */
  private static final Pattern INSTANCE = Pattern.compile("[a-zA-Z0-9._-]{1,200}");

  /** Every reader has the topics alone. */
  public StreamsJobConfig(
      Map<String, Object> kafka, Path stateDir, String instance, Settings settings) {
    this(kafka, stateDir, instance, settings, null);
  }

  /**
   * @throws Refusal when the instance's name is none that Kafka takes, or no broker is named
   */
  public StreamsJobConfig {
    kafka = Map.copyOf(kafka);
    if (!INSTANCE.matcher(instance).matches()) {
      throw new Refusal(
          "instance '%s': allowed are 1 to 200 of the characters a-z A-Z 0-9 . _ -"
              .formatted(instance));
    }
    if (!kafka.containsKey("bootstrap.servers")) {
      throw new Refusal("bootstrap.servers is missing: want host:port of a Kafka broker");
    }
  }
}
