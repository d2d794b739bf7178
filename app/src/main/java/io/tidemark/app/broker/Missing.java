package io.tidemark.app.broker;

import io.tidemark.model.wire.Topic;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;

/** The handling of missing topics. */
public enum Missing {
  REFUSED,

  /** Created as declared, to be distributed over several programs. */
  CREATED,

  /**
   * Created with one partition. A single process reads them, and each further partition costs it
   * stores, requests and commit markers.
   */
  CREATED_SMALL;

  /** The value for {@code --no-create-topics}. */
  public static Missing createdUnless(boolean refused) {
    return refused ? REFUSED : CREATED;
  }

  NewTopic made(Topic<?, ?> topic) {
    int partitions = this == CREATED_SMALL ? 1 : topic.partitions();
    return new NewTopic(topic.name(), Optional.of(partitions), Optional.empty())
        .configs(topic.config());
  }
}
