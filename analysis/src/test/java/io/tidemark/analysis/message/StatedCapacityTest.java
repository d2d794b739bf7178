package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.system.message.Messages;
import io.tidemark.model.event.MemoryView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A size that one message states holds for the uses that others state. */
class StatedCapacityTest {

  private static final String ROWS =
      """
      writer = "demo"

      [[message]]
      name = "size"
      is = "capacity"
      text = 'the store of chip {device} has {capacity}'
      examples = [ { line = 'the store of chip 1 has 2KiB', reads = { device = "1", capacity = 2048 } } ]

      [[message]]
      name = "use"
      is = "use"
      text = 'now the store {device} holds {used}'
      examples = [ { line = 'now the store 1 holds 5', reads = { device = "1", used = 5 } } ]
      """;

  @Test
  void aUseIsOfTheSizeThatWasStatedBefore() {
    Catalogue rows = Catalogue.NONE.and(Map.of("demo.toml", ROWS.getBytes(UTF_8)));
    Settings settings =
        new Settings(Thresholds.DEFAULT, new LogSystems(List.of(new Messages(rows))));
    LogRun run = new LogRun(settings);
    run.feedNext("life", "the store of chip 3 has 8KiB\n".getBytes(UTF_8));
    run.publish();
    assertThat(run.usage).isEmpty();
    run.restart();
    run.feedNext("life", "now the store 3 holds 1024\n".getBytes(UTF_8));
    run.publish();
    assertThat(run.usage.get("log#1 3 DEFAULT").now())
        .isEqualTo(new MemoryView("DEFAULT", 1, 8192, 1024, 7168, null));
  }
}
