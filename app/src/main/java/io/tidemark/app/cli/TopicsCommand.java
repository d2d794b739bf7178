package io.tidemark.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "topics",
    mixinStandardHelpOptions = true,
    description = "Creates missing topics, checks the existing ones, and exits.",
    footer = "Example: tidemark topics --bootstrap-servers localhost:9092")
final class TopicsCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin PatienceOption patience = new PatienceOption();

  @Override
  public Integer call() throws Exception {
    kafka.awaitTopics(patience.value());
    return 0;
  }
}
