package io.tidemark.app.broker;

import io.tidemark.model.wire.Topic;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;

/** What becomes of topics that are not there. */
public enum Missing {
  REFUSED,

  /** Created as declared, to be shared out among several programs. */
  CREATED,

  /**
   * Created with one partition: a single process reads them, and each further one costs it stores,
   * requests and commit marks.
   */
  CREATED_SMALL;

  /** As {@code --no-create-topics} has it. */
  public static Missing createdUnless(boolean refused) {
    return refused ? REFUSED : CREATED;
  }

  NewTopic made(Topic<?, ?> topic) {
    int partitions = this == CREATED_SMALL ? 1 : topic.partitions();
    return new NewTopic(topic.name(), Optional.of(partitions), Optional.empty())
        .configs(topic.config());
  }
}
