package io.tidemark.sink.meter;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/** What was built, for programs without a board. */
public final class BuildMeter implements Collector {

  private final MetricSnapshot snapshot =
      new InfoSnapshot(
          BoardMeter.BUILD.metadata(),
          List.of(
              new InfoDataPointSnapshot(Labels.of(BoardMeter.BUILD.labels().get(0), version()))));

  @Override
  public MetricSnapshot collect() {
    return snapshot;
  }

  /** Of all modules: they are built together. */
  public static String version() {
    Properties build = new Properties();
    try (InputStream file = BuildMeter.class.getResourceAsStream("build.properties")) {
      if (file == null) {
        throw new IllegalStateException("build.properties is missing beside " + BuildMeter.class);
      }
      build.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version", "");
  }
}
