package io.tidemark.sink.push;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import io.tidemark.sink.history.HistoryWriter;
import io.tidemark.sink.history.LabelledSeries;
import io.tidemark.sink.history.RemoteWrite;
import io.tidemark.sink.history.Series;
import io.tidemark.sink.receiver.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/**
 * Sends the samples of a scrape to a receiver of remote writes, with the labels {@code job} and
 * {@code instance} that Prometheus would add. A series that leaves the scrape gets a stale marker.
 */
final class RemoteWritePush implements Push.Target {

  private final RemoteWrite remote;
  private final String instance;
  private final AtomicLong missed = new AtomicLong();

  /** While the receiver is away, so many series for each open one are kept for their markers. */
  private static final int MOST_MARKERS = 2;

  /** The series that the receiver may hold without a stale marker. */
  private Set<ScrapedSeries> open = Set.of();

  /**
   * A series of a scrape.
   *
   * @param shown its labels without those that Prometheus adds
   */
  private record ScrapedSeries(String name, Labels shown, String instance)
      implements LabelledSeries {

    @Override
    public SortedMap<String, String> labels() {
      SortedMap<String, String> all =
          new TreeMap<>(Map.of("job", Series.JOB, "instance", instance));
      shown.forEach(label -> all.put(label.getName(), label.getValue()));
      return all;
    }
  }

  /**
   * @param patience how long a scrape is sent again while the receiver is away
   * @param instance host and port of the scrape
   */
  RemoteWritePush(Endpoint endpoint, Duration patience, String instance, MeterRegistry meters) {
    this.remote = RemoteWrite.lasting(endpoint, patience);
    this.instance = instance;
    count(meters, "sent", push -> push.remote.accepted());
    count(meters, "dropped", push -> push.remote.dropped());
    count(meters, "repeated", push -> push.remote.repeated());
    count(meters, "missed", push -> push.missed.get());
  }

  private void count(MeterRegistry meters, String outcome, ToDoubleFunction<RemoteWritePush> of) {
    FunctionCounter.builder("tidemark.remote.write.samples", this, of)
        .description("Samples for the receiver of remote writes, by what became of them")
        .tag("outcome", outcome)
        .register(meters);
  }

  @Override
  public boolean push(MetricSnapshots scrape, long millis) {
    Map<ScrapedSeries, Double> samples = samples(scrape);
    Set<ScrapedSeries> scraped = new HashSet<>(samples.keySet());
    open.forEach(series -> samples.putIfAbsent(series, HistoryWriter.STALE));
    long before = remote.accepted() + remote.dropped();
    try {
      for (Map.Entry<ScrapedSeries, Double> sample : samples.entrySet()) {
        remote.add(sample.getKey(), millis, sample.getValue());
      }
      remote.finish();
      open = scraped;
      return true;
    } catch (IOException away) {
      missed.addAndGet(samples.size() - (remote.accepted() + remote.dropped() - before));
      boolean few = samples.size() <= MOST_MARKERS * scraped.size();
      open = few ? samples.keySet() : scraped;
      return false;
    }
  }

  private Map<ScrapedSeries, Double> samples(MetricSnapshots scrape) {
    Map<ScrapedSeries, Double> samples = new LinkedHashMap<>();
    for (MetricSnapshot metric : scrape) {
      String name = Push.name(metric);
      for (DataPointSnapshot point : metric.getDataPoints()) {
        Labels labels = point.getLabels();
        if (point instanceof SummaryDataPointSnapshot summary) {
          double count = (double) summary.getCount();
          samples.put(new ScrapedSeries(name + "_count", labels, instance), count);
          samples.put(new ScrapedSeries(name + "_sum", labels, instance), summary.getSum());
        } else {
          samples.put(new ScrapedSeries(name, labels, instance), Push.value(point));
        }
      }
    }
    return samples;
  }
}
