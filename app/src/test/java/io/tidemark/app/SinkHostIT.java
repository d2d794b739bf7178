package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.app.broker.DataFolder;
import io.tidemark.app.broker.EmbeddedBroker;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests who can reach the sink: only this machine, or others with {@code --host}. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SinkHostIT {

  private static final String WARNING = "whoever reaches it can read the board";

  @TempDir Path folder;

  @Test
  void anotherMachineIsAnsweredOnlyWhereAskedForAndThatIsSaid() throws Exception {
    Optional<String> outside = outside();
    assumeTrue(outside.isPresent(), "this machine has no address but loopback");
    try (DataFolder data = DataFolder.hold(folder.resolve("broker"));
        EmbeddedBroker broker = EmbeddedBroker.start(data, 0)) {
      try (Program sink = sink(broker, "alone")) {
        int alone = Program.port(sink.awaitAddress("page and metrics on http://127.0.0.1"));
        assertThat(Program.body("http://127.0.0.1:%d/health".formatted(alone))).contains("alive");
        assertThat(Program.body("http://%s:%d/health".formatted(outside.get(), alone))).isEmpty();
        assertThat(sink.complained()).doesNotContain(WARNING);
      }
      try (Program sink = sink(broker, "open", "--host", "0.0.0.0")) {
        int open = Program.port(sink.awaitAddress("page and metrics on http://0.0.0.0"));
        assertThat(Program.body("http://%s:%d/health".formatted(outside.get(), open)))
            .contains("alive");
        assertThat(sink.complained()).containsOnlyOnce("0.0.0.0: " + WARNING);
      }
    }
  }

  private Program sink(EmbeddedBroker broker, String name, Object... more) throws Exception {
    List<Object> arguments =
        new ArrayList<>(List.of("sink", "--bootstrap-servers", broker.bootstrapServers()));
    arguments.addAll(List.of("--config", Apart.clientFile(folder.resolve("broker")), "--port", 0));
    arguments.addAll(List.of(more));
    return Program.start(folder.resolve("sink-" + name + ".txt"), arguments.toArray());
  }

  /** An address of this machine that is not loopback. */
  private static Optional<String> outside() throws Exception {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .findFirst();
  }
}
