package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Kills, pauses and restarts the programs of a pipeline at random; a seed reproduces the order. */
final class Disturbance implements AutoCloseable {

  private enum Part {
    BROKER,
    INGEST_ONE,
    INGEST_TWO,
    STREAMS_ONE,
    STREAMS_TWO,
    SINK
  }

  private static final String NO_BROKER = "no Kafka broker answered in time";
  private static final Duration LONGEST_ABSENCE = Duration.ofSeconds(60);

  /** Every fourth disturbance hits the broker: one per minute at intervals of 10 to 20 s. */
  private static final int BROKER_EVERY = 4;

  private final Apart programs;
  private final Path logs;
  private final Random random;
  private final Map<Part, Program> running = new EnumMap<>(Part.class);
  private boolean brokerIsAway;
  private int kills;
  private int brokerKills;
  private int pauses;

  Disturbance(Apart programs, Path logs, long seed) throws Exception {
    this.programs = programs;
    this.logs = logs;
    this.random = new Random(seed);
    for (Part part : Part.values()) {
      start(part);
    }
  }

  /** Waits until a tailer has begun to follow logs. */
  void awaitFollowing() {
    await()
        .atMost(Apart.PATIENCE)
        .until(
            () ->
                programOf(Part.INGEST_ONE).printed().contains("following ")
                    || programOf(Part.INGEST_TWO).printed().contains("following "));
  }

  /** Kills a tailer and starts it again, so that what happens next falls into its start. */
  synchronized void restartTailer() throws Exception {
    if (!brokerIsAway) {
      restart(random.nextBoolean() ? Part.INGEST_ONE : Part.INGEST_TWO);
    }
  }

  /** Disturbs one part after another until everything is written. */
  void runUntil(CountDownLatch written) throws Exception {
    for (int turn = 1; !waits(written, 10 + random.nextInt(11)); turn++) {
      assertOthersAlive();
      if (turn % BROKER_EVERY == 0) {
        disturbBroker(written, turn / BROKER_EVERY);
      } else {
        disturbOther(written);
      }
    }
  }

  /** Checks that all programs are running again. */
  void restoreAll() throws Exception {
    assertOthersAlive();
  }

  private void disturbBroker(CountDownLatch written, int turn) throws Exception {
    away(true);
    if (turn % 3 == 1) {
      pause(Part.BROKER, written, (int) LONGEST_ABSENCE.toSeconds());
    } else {
      kill(Part.BROKER);
      brokerKills++;
      if (turn % 3 == 2) {
        waits(written, (int) LONGEST_ABSENCE.toSeconds());
      }
      start(Part.BROKER);
    }
    away(false);
  }

  private synchronized void away(boolean away) {
    brokerIsAway = away;
  }

  private void disturbOther(CountDownLatch written) throws Exception {
    Part part = Part.values()[1 + random.nextInt(Part.values().length - 1)];
    if (random.nextInt(6) == 0) {
      pause(part, written, 5 + random.nextInt(20));
    } else {
      restart(part);
    }
  }

  private synchronized void restart(Part part) throws Exception {
    kill(part);
    start(part);
  }

  private void kill(Part part) throws Exception {
    programOf(part).kill();
    kills++;
  }

  private void pause(Part part, CountDownLatch written, int seconds) throws Exception {
    programOf(part).signal("STOP");
    pauses++;
    waits(written, seconds);
    programOf(part).signal("CONT");
  }

  private void start(Part part) throws Exception {
    running.put(
        part,
        switch (part) {
          case BROKER -> programs.broker(brokerPort());
          case INGEST_ONE, INGEST_TWO -> programs.ingest("--new-run-per-file", logs);
          case STREAMS_ONE -> programs.streams("one");
          case STREAMS_TWO -> programs.streams("two");
          case SINK -> programs.sink();
        });
  }

  /** The port of the first start, where the other programs expect the broker. */
  private int brokerPort() {
    String address = programs.bootstrapServers();
    return address.isEmpty() ? 0 : Program.port(address);
  }

  private Program programOf(Part part) {
    return Objects.requireNonNull(running.get(part));
  }

  /** No program may end by itself, whatever happens to the others. */
  private synchronized void assertOthersAlive() throws Exception {
    for (Map.Entry<Part, Program> part : Map.copyOf(running).entrySet()) {
      Program program = part.getValue();
      boolean tailer = part.getKey() == Part.INGEST_ONE || part.getKey() == Part.INGEST_TWO;
      if (tailer && !program.alive() && complaint(program).contains(NO_BROKER)) {
        // A supervisor starts a tailer again that began just before the broker was away.
        start(part.getKey());
      } else {
        assertThat(program.alive())
            .describedAs(() -> part.getKey() + " ended by itself: " + complaint(program))
            .isTrue();
      }
    }
  }

  private static String complaint(Program program) {
    try {
      return program.complained();
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static boolean waits(CountDownLatch written, int seconds) throws InterruptedException {
    return written.await(seconds, TimeUnit.SECONDS);
  }

  @Override
  public String toString() {
    return "%d kills (%d of the broker), %d pauses".formatted(kills, brokerKills, pauses);
  }

  @Override
  public void close() {
    running.values().forEach(Program::close);
  }
}
