package io.tidemark.app;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "broker",
    mixinStandardHelpOptions = true,
    description = "The embedded Kafka broker by itself, for trying the programs apart.",
    footer = "Example: tidemark broker --port 9092 --data broker-data")
final class BrokerCommand implements Callable<Integer> {

  @Option(names = "--port", defaultValue = "9092", paramLabel = "P")
  int port = 9092;

  @Option(names = "--data", required = true, paramLabel = "DIR")
  Path data = Path.of("");

  @Override
  public Integer call() throws Exception {
    try (StopSignal stop = new StopSignal();
        DataFolder folder = DataFolder.hold(data);
        EmbeddedBroker broker = EmbeddedBroker.start(folder, Ports.checked(port))) {
      System.out.println("broker on " + broker.bootstrapServers());
      stop.asked().await();
    }
    return 0;
  }
}
