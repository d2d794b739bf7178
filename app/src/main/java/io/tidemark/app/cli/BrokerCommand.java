package io.tidemark.app.cli;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import io.tidemark.app.broker.EmbeddedBroker.Admission;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "broker", mixinStandardHelpOptions = true)
final class BrokerCommand implements Callable<Integer> {

  @Option(names = "--port", paramLabel = "P", converter = Port.class)
  int port = 9092;

  @Option(names = "--data", required = true, paramLabel = "DIR")
  Path data = Path.of("");

  @Option(names = "--no-auth")
  boolean noAuth;

  @Override
  public Integer call() throws Exception {
    Admission admission = noAuth ? Admission.ANYONE : Admission.OWNER;
    try (StopSignal stop = new StopSignal();
        DataFolder folder = DataFolder.hold(data);
        EmbeddedBroker broker = EmbeddedBroker.start(folder, port, admission)) {
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
      stop.checkUntilAsked(folder::checkSpace);
    }
    return 0;
  }
}
