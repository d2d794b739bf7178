package io.tidemark.streams;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.tidemark.analysis.LogAnalysis;
import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.model.Refusal;
import io.tidemark.model.meter.StallCheck.Work;
import io.tidemark.model.wire.BoardRecords;
import io.tidemark.streams.job.PunctualClients;
import io.tidemark.streams.job.StreamsMeters;
import io.tidemark.streams.job.ThreadFailures;
import io.tidemark.streams.job.UsageTopology;
import io.tidemark.streams.job.UsageTopology.JobEnvironment;
import io.tidemark.streams.publish.BoardPublication;
import io.tidemark.streams.publish.BoardPublication.UncommittedTasks;
import io.tidemark.streams.publish.DueFlushes;
import io.tidemark.streams.publish.TopicPublication;
import io.tidemark.streams.source.Backlog;
import io.tidemark.streams.source.DeadLetters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams job's door: runs the topology until closed. The topics of {@link
 * io.tidemark.model.wire.Topics} must exist before. Decisions: docs/decisions/streams.md.
 */
public final class Streams implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Streams.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LAST_FLUSH = Duration.ofSeconds(1);

  private final KafkaStreams kafka;
  private final ThreadFailures failures;
  private final StreamsMeters meters;
  private final KafkaStreamsMetrics kafkaMeters;
  private final JobFolder folder;
  private final UncommittedTasks uncommitted = new UncommittedTasks();

  private Streams(
      StreamsJobConfig config,
      MeterRegistry registry,
      SourceAnalysis.Loader loader,
      Backlog backlog) {
    this.meters = new StreamsMeters(registry);
    this.failures = new ThreadFailures(InstantSource.system(), meters::threadReplaced);
    this.folder =
        new JobFolder(config.stateDir(), config.stateDir().resolve(config.applicationId()));
    BoardRecords board = config.board();
    Properties properties = JobProperties.of(config);
    properties.put(DeadLetters.COUNTER, (Runnable) meters::recordUnreadable);
    properties.put(DeadLetters.BACKLOG, backlog);
    UncommittedTasks tasks = uncommitted;
    JobEnvironment job =
        new JobEnvironment(
            meters,
            task ->
                board == null
                    ? new TopicPublication(task)
                    : new BoardPublication(task, board, tasks),
            backlog,
            new DueFlushes(),
            System::nanoTime);
    this.kafka = kafka(new UsageTopology(loader, job).get(), properties, job.due());
    this.kafkaMeters = new KafkaStreamsMetrics(kafka);
    kafka.setUncaughtExceptionHandler(failures);
    kafkaMeters.bindTo(registry);
    meters.watch(this::running);
  }

  /**
   * Prepares a job without a board and starts it; {@link #running()} reports when it works.
   *
   * @throws IllegalArgumentException when there is a board, which only {@link #prepare} serves
   * @throws Refusal when a Kafka property is not as the job or Kafka needs it
   */
  public static Streams open(StreamsJobConfig config, MeterRegistry meters) {
    if (config.board() != null) {
      throw new IllegalArgumentException("a job with a board is prepared, then started");
    }
    return open(config, meters, analysis(config));
  }

  /**
   * A job that does nothing until it is {@link #start started}: what it left in its folder is as it
   * was.
   *
   * @param admin asked for what there is to read at this moment, if there is a board; not kept
   * @throws Refusal when a Kafka property is not as the job or Kafka needs it
   * @throws KafkaException when the broker does not answer
   */
  public static Streams prepare(StreamsJobConfig config, MeterRegistry meters, Admin admin) {
    BoardRecords board = config.board();
    Backlog backlog =
        board == null
            ? Backlog.none()
            : Backlog.of(admin, config.applicationId(), board::onCaughtUp);
    return new Streams(config, meters, analysis(config), backlog);
  }

  private static SourceAnalysis.Loader analysis(StreamsJobConfig config) {
    return (source, parts) -> LogAnalysis.load(source, parts, config.settings());
  }

  static Streams open(StreamsJobConfig config, MeterRegistry meters, SourceAnalysis.Loader loader) {
    Streams streams = new Streams(config, meters, loader, Backlog.none());
    try {
      streams.start();
    } catch (RuntimeException e) {
      streams.close();
      throw e;
    }
    return streams;
  }

  /**
   * The topics of the job's stores, as Kafka Streams makes them itself at a first start: there it
   * waits a tenth of a second for each.
   *
   * @param partitions of {@code tidemark.lines}
   */
  public static List<NewTopic> changelogs(int partitions) {
    return UsageTopology.STORES.stream()
        .map(
            store ->
                new NewTopic(
                        JobProperties.APPLICATION_ID + "-" + store + "-changelog",
                        Optional.of(partitions),
                        Optional.empty())
                    .configs(UsageTopology.CHANGELOG))
        .toList();
  }

  /** Makes the next start in this folder wipe its stores and read them back from their topics. */
  public static void distrust(Path stateDir) throws IOException {
    JobFolder.takeMark(stateDir);
  }

  public void start() {
    // The folder is this process's alone since the client was made.
    if (!folder.prepare()) {
      kafka.cleanUp();
    }
    kafka.start();
  }

  private static KafkaStreams kafka(Topology topology, Properties properties, DueFlushes due) {
    try {
      return new KafkaStreams(topology, properties, new PunctualClients(due));
    } catch (KafkaException e) {
      // The clients wrap the exception that names the key.
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof ConfigException wrong) {
          throw new Refusal(String.valueOf(wrong.getMessage()));
        }
      }
      throw e;
    }
  }

  /** What the job did, and whether there is more to do. */
  public Work work() {
    return work(kafka.metrics().values(), kafka.state());
  }

  /**
   * The progress from Kafka's own metrics: records fetched by its consumers, and their lag. A job
   * that is not running yet has pending work: partitions to get, and stores to restore.
   */
  static Work work(Collection<? extends Metric> metrics, KafkaStreams.State state) {
    double done = 0;
    boolean pending = state != KafkaStreams.State.RUNNING;
    for (Metric metric : metrics) {
      MetricName figure = metric.metricName();
      double value = metric.metricValue() instanceof Double number ? number : 0;
      boolean once = !figure.tags().containsKey("topic");
      if (figure.name().equals("records-lag")) {
        pending |= value > 0;
      } else if (figure.name().equals("process-total")
          || (figure.name().equals("records-consumed-total") && once)) {
        done += Double.isNaN(value) ? 0 : value;
      }
    }
    return new Work((long) done, pending);
  }

  /** Whether the job has its work and does it. */
  public boolean running() {
    return kafka.state() == KafkaStreams.State.RUNNING;
  }

  /**
   * Rethrows what ended the job, if anything did.
   *
   * @throws IllegalStateException with what ended it as cause
   */
  public void check() {
    failures
        .end()
        .ifPresent(
            end -> {
              throw new IllegalStateException("the streams job ended: " + end.getMessage(), end);
            });
    if (kafka.state() == KafkaStreams.State.ERROR) {
      throw new IllegalStateException("the streams job ended: all of its threads have died");
    }
  }

  /**
   * Commits and stops. The instance stays a member of its group, so that a restart takes its work
   * back at once.
   */
  @Override
  public void close() {
    meters.close();
    kafkaMeters.close();
    CloseOptions staying =
        CloseOptions.timeout(CLOSE_TIMEOUT)
            .withGroupMembershipOperation(GroupMembershipOperation.REMAIN_IN_GROUP);
    boolean inOrder = kafka.state() == KafkaStreams.State.RUNNING;
    if (inOrder) {
      writeWhatWaits();
    }
    if (kafka.close(staying)) {
      if (inOrder) {
        folder.markStopped();
      }
    } else {
      LOG.warn(
          "the streams job did not stop within {}; a restart redoes its last work", CLOSE_TIMEOUT);
    }
  }

  private void writeWhatWaits() {
    try {
      if (!uncommitted.end(LAST_FLUSH)) {
        LOG.info("the newest figures are not in their topics; a restart publishes them");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
