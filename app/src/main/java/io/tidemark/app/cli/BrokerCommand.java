package io.tidemark.app.cli;

import io.tidemark.app.broker.Admission;
import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "broker",
    mixinStandardHelpOptions = true,
    description = "Runs the embedded Kafka broker alone, to try the programs apart.",
    footer = "Example: tidemark broker --port 9092 --data broker-data")
final class BrokerCommand implements Callable<Integer> {

  @Option(
      names = "--port",
      paramLabel = "P",
      description = {
        "port for Kafka clients, on loopback",
        "allowed: 0 to 65535; 0 takes a free port",
        "default: ${DEFAULT-VALUE}"
      })
  int port = 9092;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = {
        "folder of the broker's data and of its client.properties",
        "allowed: a folder of this user, created if absent; one broker at a time"
      })
  Path data = Path.of("");

  @Option(
      names = "--no-auth",
      description = "no log-in: every user of this machine can read and write the broker's data")
  boolean noAuth;

  @Override
  public Integer call() throws Exception {
    Admission admission = noAuth ? Admission.ANYONE : Admission.OWNER;
    try (StopSignal stop = new StopSignal();
        DataFolder folder = DataFolder.hold(data);
        EmbeddedBroker broker = EmbeddedBroker.start(folder, Ports.checked(port), admission)) {
      if (noAuth) {
        System.err.println(
            "tidemark: --no-auth: every user of this machine can read, change and delete what this"
                + " broker holds");
      }
      System.out.println("broker on " + broker.bootstrapServers());
      if (!noAuth) {
        System.out.println(
            "clients of this user connect with --config " + folder.clientProperties());
      }
      while (!stop.asked().await(200, TimeUnit.MILLISECONDS)) {
        folder.checkSpace();
      }
    }
    return 0;
  }
}
