package io.tidemark.streams.publish;

import java.util.Map;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;

/**
 * Ends the thread on a record that the broker does not take. Kafka's own handler would first make a
 * dead letter of it, with the time of a record that it does not know here: that failure would hide
 * the broker's reason.
 *
 * <p>Public because Kafka creates it by reflection.
 */
public final class FailedSends extends DefaultProductionExceptionHandler {

  @Override
  public void configure(Map<String, ?> configs) {
    // Without the name of the dead letters' topic it makes none.
  }
}
