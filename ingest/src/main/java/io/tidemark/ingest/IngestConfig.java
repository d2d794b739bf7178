package io.tidemark.ingest;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.follow.RotationPolicy;
import java.util.List;
import java.util.Map;

/**
 * The configuration of the tailer.
 *
 * @param kafka client properties, {@code bootstrap.servers} among them
 * @param logs files, globs and folders to follow, as the user wrote them; {@code -} is standard
 *     input
 * @param from where a file without a stored position is read from at the very first start
 * @param once read each file to its present end, then stop: a file without a final line end counts
 *     as complete, a missing file is refused
 * @param rotation waiting times for rotated logs
 * @param naming names and labels of the sources
 */
public record IngestConfig(
    Map<String, Object> kafka,
    List<String> logs,
    From from,
    boolean once,
    RotationPolicy rotation,
    SourceNaming naming) {

  /** With the default waiting times for rotated logs, and plain source names. */
  public IngestConfig(Map<String, Object> kafka, List<String> logs, From from, boolean once) {
    this(kafka, logs, from, once, RotationPolicy.DEFAULT, SourceNaming.PLAIN);
  }

  /** A copy that uses the broker of these properties. */
  public IngestConfig on(Map<String, Object> broker) {
    return new IngestConfig(broker, logs, from, once, rotation, naming);
  }

  public enum From {
    START,
    END
  }

  public IngestConfig {
    kafka = Map.copyOf(kafka);
    logs = List.copyOf(logs);
  }
}
