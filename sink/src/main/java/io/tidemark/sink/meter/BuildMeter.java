package io.tidemark.sink.meter;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.tidemark.model.BuildVersion;
import io.tidemark.sink.figure.BoardMeter;
import java.util.List;

/** The build version, for programs without a board. */
public final class BuildMeter implements Collector {

  private final MetricSnapshot snapshot =
      new InfoSnapshot(
          BoardMeter.BUILD.metadata(),
          List.of(
              new InfoDataPointSnapshot(
                  Labels.of(BoardMeter.BUILD.labels().get(0), BuildVersion.current()))));

  @Override
  public MetricSnapshot collect() {
    return snapshot;
  }
}
