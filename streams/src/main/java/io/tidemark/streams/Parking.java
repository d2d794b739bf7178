package io.tidemark.streams;

import io.tidemark.model.ParkedSource;
import io.tidemark.model.ParkedSource.State;
import io.tidemark.model.ParkedSource.Waiting;
import io.tidemark.model.wire.Json;
import io.tidemark.model.wire.Topics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parked sources of a task, in its store and so in its transactions. Slices of a parked source
 * are not copied: they are in {@code tidemark.lines}, and their place there is kept.
 */
final class Parking {

  private static final Logger LOG = LoggerFactory.getLogger(Parking.class);

  private final KeyValueStore<String, byte[]> store;
  private final Outputs outputs;
  private final String version;
  private @Nullable Map<String, ParkedSource> sources;

  /**
   * @param version of this build
   */
  Parking(KeyValueStore<String, byte[]> store, Outputs outputs, String version) {
    this.store = store;
    this.outputs = outputs;
    this.version = version;
  }

  /** Its slices wait, or those that wait are read again. */
  boolean holds(String source) {
    return sources().containsKey(source);
  }

  boolean parked(String source) {
    return of(source).filter(ParkedSource::parked).isPresent();
  }

  Optional<ParkedSource> of(String source) {
    return Optional.ofNullable(sources().get(source));
  }

  /** A slice of a source that is held waits where it is. */
  void postpone(String source, long record) {
    of(source)
        .ifPresent(
            parked -> {
              Waiting waiting = parked.waiting();
              long next = waiting.next() == null ? record : waiting.next();
              store(source, with(parked, new Waiting(next, record, waiting.emitted())));
            });
  }

  /**
   * Parks a source.
   *
   * @param failing the slice at fault; {@code null} for an error that came without one
   * @param applied slices behind the last publication, in order
   */
  void park(String source, SourceFault fault, @Nullable Received failing, List<Received> applied) {
    Waiting before = of(source).map(ParkedSource::waiting).orElse(Waiting.NONE);
    Long next = failing == null ? before.next() : Long.valueOf(failing.record());
    Long last = before.last();
    Long emitted = before.emitted();
    for (Received each : applied) {
      last = last == null ? each.record() : Math.max(last, each.record());
      if (!each.due()) {
        emitted = emitted == null ? each.record() : Math.max(emitted, each.record());
      }
    }
    ParkedSource parked =
        new ParkedSource(
            State.PARKED,
            fault.step(),
            fault.reason(),
            version,
            failing == null ? null : FaultLetter.failing(failing),
            new Waiting(next, last, emitted));
    outputs.emit(FaultLetter.of(source, fault, failing, version, outputs.nowMillis()));
    LOG.error("source {} is parked: {}", source, parked.sentence(), fault.error());
    publish(source, parked);
  }

  /** Slices that wait are to be read again, from {@code next} on. */
  void resume(String source, @Nullable Long next) {
    of(source)
        .ifPresent(
            parked -> {
              Waiting waiting = parked.waiting();
              Waiting from = new Waiting(next, waiting.last(), waiting.emitted());
              publish(source, with(inState(parked, State.CATCHING_UP), from));
              LOG.info("source {} goes on", source);
            });
  }

  /** Everything before {@code next} was applied. */
  void caughtUp(String source, long next) {
    of(source)
        .ifPresent(
            parked -> {
              Waiting waiting = parked.waiting();
              store(source, with(parked, new Waiting(next, waiting.last(), waiting.emitted())));
            });
  }

  /** Nothing waits any more: the source is as any other. */
  void release(String source) {
    sources().remove(source);
    store.delete(source);
    outputs.emit(Outgoing.of(Topics.PARKED_SOURCES, source, null, outputs.nowMillis()));
    LOG.info("source {} has caught up", source);
  }

  /** Parked by another build, which may have had a bug that this one lacks. */
  List<String> ofOtherVersions() {
    return names(parked -> parked.parked() && !parked.version().equals(version));
  }

  Optional<String> catchingUp() {
    return sources().isEmpty()
        ? Optional.empty()
        : names(parked -> !parked.parked()).stream().findFirst();
  }

  private List<String> names(Predicate<ParkedSource> wanted) {
    return sources().entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static ParkedSource inState(ParkedSource parked, State state) {
    return new ParkedSource(
        state, parked.step(), parked.reason(), parked.version(), parked.slice(), parked.waiting());
  }

  private static ParkedSource with(ParkedSource parked, Waiting waiting) {
    return new ParkedSource(
        parked.state(), parked.step(), parked.reason(), parked.version(), parked.slice(), waiting);
  }

  private void publish(String source, ParkedSource parked) {
    store(source, parked);
    outputs.emit(Outgoing.of(Topics.PARKED_SOURCES, source, parked, outputs.nowMillis()));
  }

  private void store(String source, ParkedSource parked) {
    sources().put(source, parked);
    store.put(source, Json.MAPPER.writeValueAsString(parked).getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, ParkedSource> sources() {
    if (sources == null) {
      Map<String, ParkedSource> found = new TreeMap<>();
      try (KeyValueIterator<String, byte[]> all = store.all()) {
        while (all.hasNext()) {
          KeyValue<String, byte[]> one = all.next();
          found.put(one.key, Json.MAPPER.readValue(one.value, ParkedSource.class));
        }
      }
      sources = found;
    }
    return sources;
  }
}
