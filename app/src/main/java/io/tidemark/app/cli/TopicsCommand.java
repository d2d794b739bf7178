package io.tidemark.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "topics", mixinStandardHelpOptions = true)
final class TopicsCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin PatienceOption patience = new PatienceOption();

  @Override
  public Integer call() throws Exception {
    kafka.awaitTopics(patience.value());
    return 0;
  }
}
