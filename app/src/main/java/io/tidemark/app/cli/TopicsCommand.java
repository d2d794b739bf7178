package io.tidemark.app.cli;

import io.tidemark.app.broker.Rights;
import io.tidemark.app.cli.ClientOptions.PatienceOption;
import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Topics;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "topics", mixinStandardHelpOptions = true)
final class TopicsCommand implements Callable<Integer> {

  @Mixin KafkaOptions kafka = new KafkaOptions();

  @Mixin PatienceOption patience = new PatienceOption();

  @Override
  public Integer call() throws Exception {
    return kafka.run(Rights.TOPICS, patience.value(), () -> {}, this::report);
  }

  private int report() {
    System.out.println(
        "%d topics at %s are as declared%s"
            .formatted(
                Topics.ALL.size(),
                TerminalText.of(kafka.bootstrapServers),
                kafka.client.noCreateTopics ? "" : "; those that were missing are created"));
    return 0;
  }
}
