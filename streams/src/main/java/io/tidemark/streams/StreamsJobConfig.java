package io.tidemark.streams;

import io.tidemark.analysis.run.Settings;
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
 * @param applicationId group of the job's instances, and prefix of its changelogs and transactions
 * @param stateDir folder of the state stores, one per instance
 * @param instance name of this instance, stable across restarts: a restart under the same name
 *     resumes its work at once, without waiting for a session time-out
 * @param settings values that logs do not state, and alert thresholds; a restart with other
 *     settings continues from the present state
 * @param board gets records before they are committed; {@code null} if all readers read the topics
 */
public record StreamsJobConfig(
    Map<String, Object> kafka,
    String applicationId,
    Path stateDir,
    String instance,
    Settings settings,
    @Nullable BoardRecords board) {

  /**
   * Characters that Kafka allows in the name of a group or member, with room for the appended
   * thread number.
   */
  private static final Pattern INSTANCE = Pattern.compile("[a-zA-Z0-9._-]{1,200}");

  /** A configuration with the application id of the topics' prefix. */
  public StreamsJobConfig(
      Map<String, Object> kafka,
      Path stateDir,
      String instance,
      Settings settings,
      @Nullable BoardRecords board) {
    this(kafka, JobProperties.APPLICATION_ID, stateDir, instance, settings, board);
  }

  /**
   * @throws Refusal when Kafka does not allow the instance's name, or no broker is given
   */
  public StreamsJobConfig {
    kafka = Map.copyOf(kafka);
    requireName("application id", applicationId);
    requireName("instance", instance);
    if (!kafka.containsKey("bootstrap.servers")) {
      throw new Refusal("bootstrap.servers is missing: want host:port of a Kafka broker");
    }
  }

  private static void requireName(String what, String name) {
    if (!INSTANCE.matcher(name).matches()) {
      throw new Refusal(
          "%s '%s': allowed are 1 to 200 of the characters a-z A-Z 0-9 . _ -"
              .formatted(what, name));
    }
  }
}
