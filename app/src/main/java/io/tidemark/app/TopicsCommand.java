package io.tidemark.app;

import io.tidemark.app.broker.TopicSetup;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    description = "Makes the missing topics, checks the others, and ends.",
    footer = "Example: tidemark topics --bootstrap-servers localhost:9092")
final class TopicsCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Override
  public Integer call() throws Exception {
    TopicSetup.ensure(kafka.properties(), !kafka.noCreateTopics);
    return 0;
  }
}
