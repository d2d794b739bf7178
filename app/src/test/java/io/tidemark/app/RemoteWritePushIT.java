package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests a watch that pushes its scrape into a real Prometheus, which is killed meanwhile. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RemoteWritePushIT {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Figures of the log; unlike those of the process they do not change from scrape to scrape. */
  private static final Pattern OF_THE_RUN =
      Pattern.compile("(tidemark_\\w+)\\{([^}]*run=[^}]*)} (\\S+)");

  @TempDir Path folder;

  /** The values of the run's series by name and labels. */
  private static Map<String, Double> scraped(String metrics, String added) throws Exception {
    Map<String, Double> series = new TreeMap<>();
    Matcher line = OF_THE_RUN.matcher(Program.body(metrics));
    while (line.find()) {
      TreeSet<String> labels = new TreeSet<>(Arrays.asList(added.split(",")));
      LABEL.matcher(line.group(2)).results().forEach(label -> labels.add(label.group()));
      series.put(line.group(1) + labels, Double.valueOf(line.group(3)));
    }
    return series;
  }

  /** The values that Prometheus has for them now. */
  private static Map<String, Double> stored(Prometheus prometheus) throws Exception {
    Map<String, Double> series = new TreeMap<>();
    for (JsonNode one :
        prometheus.results("{__name__=~\"tidemark_.*\",run!=\"\"}", Instant.now())) {
      Map<String, String> labels = new TreeMap<>();
      one.get("metric").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asString()));
      String name = labels.remove("__name__");
      series.put(
          name
              + labels.entrySet().stream()
                  .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                  .collect(Collectors.toCollection(TreeSet::new)),
          Double.valueOf(one.get("value").get(1).asString()));
    }
    return series;
  }

  private static void append(Path log, int third) throws Exception {
    byte[] text = Files.readAllBytes(LOG);
    byte[] part = Arrays.copyOfRange(text, text.length * third / 3, text.length * (third + 1) / 3);
    Files.write(log, part, StandardOpenOption.APPEND);
  }

  private static double outcome(String metrics, String outcome) throws InterruptedException {
    String name = "tidemark_remote_write_samples_total{outcome=\"" + outcome + "\"} ";
    return Program.body(metrics)
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  @Test
  void prometheusHasTheSeriesOfTheScrapeAlsoAfterItWasAway() throws Exception {
    Path log = Files.write(folder.resolve("grown.log"), new byte[0]);
    append(log, 0);
    try (Prometheus prometheus = Prometheus.start(folder);
        Program watch =
            Program.start(
                folder.resolve("watch.txt"),
                "watch",
                "--port",
                0,
                "--data",
                folder.resolve("watched"),
                "--remote-write",
                prometheus.receiver(),
                log)) {
      String address = watch.awaitAddress("page and metrics on ");
      String metrics = address + "/metrics";
      String instance = Apart.HOST.replace("/", ":" + Program.port(address));
      String added = "instance=\"%s\",job=\"tidemark\"".formatted(instance);
      awaitEqual(prometheus, metrics, added);
      Map<String, Double> before = scraped(metrics, added);

      prometheus.kill();
      append(log, 1);
      await()
          .atMost(1, TimeUnit.MINUTES)
          .until(() -> outcome(metrics, "repeated") > 0 && outcome(metrics, "missed") > 0);
      prometheus.startAgain();
      append(log, 2);
      awaitEqual(prometheus, metrics, added);

      assertThat(scraped(metrics, added)).isNotEqualTo(before);
      assertThat(outcome(metrics, "sent")).isGreaterThan(2.0 * before.size());
      assertThat(outcome(metrics, "dropped")).isZero();
    }
  }

  private static void awaitEqual(Prometheus prometheus, String metrics, String added) {
    await()
        .atMost(2, TimeUnit.MINUTES)
        .untilAsserted(
            () ->
                assertThat(stored(prometheus))
                    .hasSizeGreaterThan(50)
                    .isEqualTo(scraped(metrics, added)));
  }
}
