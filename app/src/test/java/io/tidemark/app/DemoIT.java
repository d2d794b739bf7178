package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DemoIT {

  private static final Pattern FOLDER = Pattern.compile("logs are in (\\S+),");

  @TempDir Path folder;

  @Test
  void aDemoShowsItsFourLogsAndLeavesNothing() throws Exception {
    try (Program demo = Program.start(folder.resolve("demo.txt"), "demo", "--port", 0)) {
      String metrics = demo.awaitAddress("page and metrics on ") + "/metrics";
      Matcher logs = FOLDER.matcher(demo.printed());
      assertThat(logs.find()).isTrue();
      Path made = Path.of(logs.group(1));
      assertThat(made.resolve("serving.log")).isRegularFile();
      for (String log : new String[] {"serving", "crashing", "fragmenting"}) {
        Program.awaitBody(metrics, "\",memory=\"DRAM\",run=\"" + log);
      }
      Program.awaitBody(metrics, "run=\"compiling.log#1\"");
      demo.stop();
      assertThat(made.getParent()).describedAs(demo.complained()).doesNotExist();
    }
  }
}
