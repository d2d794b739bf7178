package io.tidemark.streams;

import io.tidemark.model.ParkedSource;
import io.tidemark.model.ParkedSource.State;
import io.tidemark.model.ParkedSource.Waiting;
import io.tidemark.model.wire.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parked sources of a task, kept in its store and therefore in its transactions. Slices of a
 * parked source are not copied; only their offsets in {@code tidemark.lines} are stored.
 */
final class Parking {

  private static final Logger LOG = LoggerFactory.getLogger(Parking.class);

  private final ParkedStore store;
  private final Outputs outputs;
  private final String version;
  private final Runnable unreadable;

  /**
   * While a faulty slice is searched for, the offset of the last slice to be applied alone, by
   * source.
   */
  private final Map<String, Long> searchedUpTo = new HashMap<>();

  private @Nullable Map<String, ParkedSource> sources;

  /**
   * @param version of this build
   * @param unreadable run for each stored value that cannot be read
   */
  Parking(
      KeyValueStore<String, byte[]> store, Outputs outputs, String version, Runnable unreadable) {
    this.store = new ParkedStore(store, this::passOver);
    this.outputs = outputs;
    this.version = version;
    this.unreadable = unreadable;
  }

  /** Whether its slices wait or are being read again. */
  boolean holds(String source) {
    return sources().containsKey(source);
  }

  boolean parked(String source) {
    return of(source).filter(ParkedSource::parked).isPresent();
  }

  Optional<ParkedSource> of(String source) {
    return Optional.ofNullable(sources().get(source));
  }

  /** Records that a slice of a held source waits in its topic. */
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
   * @param failing the slice at fault; {@code null} for an error without a slice
   * @param again slices to be applied again; {@code null} if only those that wait already
   */
  void park(
      String source, SourceFault fault, @Nullable Received failing, @Nullable Unsettled again) {
    Unsettled undone = failing == null ? again : Unsettled.and(again, failing);
    Long next = failing == null ? null : Long.valueOf(failing.record());
    ParkedSource parked =
        new ParkedSource(
            State.PARKED,
            fault.step(),
            fault.reason(),
            version,
            failing == null ? null : FaultLetter.failing(failing),
            waiting(source, next, undone));
    searchedUpTo.remove(source);
    outputs.emit(FaultLetter.of(source, fault, failing, version, outputs.nowMillis()));
    LOG.error("source {} is parked: {}", source, parked.sentence(), fault.error());
    publish(source, parked);
  }

  /** Starts the search for the faulty slice among these: each is read again and applied alone. */
  void search(String source, SourceFault fault, Unsettled again) {
    searchedUpTo.put(source, again.last());
    publish(
        source,
        new ParkedSource(
            State.CATCHING_UP,
            fault.step(),
            fault.reason(),
            version,
            null,
            waiting(source, null, again)));
  }

  /** Whether a slice is to be applied alone. */
  boolean searches(String source, long record) {
    Long last = searchedUpTo.get(source);
    return last != null && record <= last;
  }

  /**
   * The waiting slices of a source.
   *
   * @param next offset of the first slice to be read again; {@code null} for the first of {@code
   *     again}
   */
  private Waiting waiting(String source, @Nullable Long next, @Nullable Unsettled again) {
    Waiting before = of(source).map(ParkedSource::waiting).orElse(Waiting.NONE);
    if (again == null) {
      return before;
    }
    return new Waiting(
        next == null ? again.first() : next,
        higher(before.last(), again.last()),
        higher(before.emitted(), again.emittedUpTo()));
  }

  private static @Nullable Long higher(@Nullable Long one, @Nullable Long other) {
    return one == null || (other != null && other > one) ? other : one;
  }

  /** Resumes a source: waiting slices are read again from {@code next} on. */
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

  /** Records that every slice before {@code next} was applied. */
  void caughtUp(String source, long next) {
    of(source)
        .ifPresent(
            parked -> {
              Waiting waiting = parked.waiting();
              store(source, with(parked, new Waiting(next, waiting.last(), waiting.emitted())));
            });
  }

  /** Ends the parking of a source that has no waiting slices. */
  void release(String source) {
    sources().remove(source);
    searchedUpTo.remove(source);
    store.delete(source);
    outputs.emit(Outgoing.of(Topics.PARKED_SOURCES, source, null, outputs.nowMillis()));
    LOG.info("source {} has caught up", source);
  }

  /** Sources parked by another build, whose bug may be fixed in this one. */
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
    store.put(source, parked);
  }

  private Map<String, ParkedSource> sources() {
    if (sources == null) {
      sources = store.read();
    }
    return sources;
  }

  /**
   * Resumes a source whose parked state is unreadable. Its waiting slices are unknown, so they
   * count as a gap.
   */
  private void passOver(String source, byte[] value) {
    unreadable.run();
    LOG.error(
        "source {}: stored as parked, but how cannot be read; it goes on, the value is a dead"
            + " letter",
        source);
    outputs.emit(FaultLetter.unreadable(source, value, version, outputs.nowMillis()));
    outputs.emit(Outgoing.of(Topics.PARKED_SOURCES, source, null, outputs.nowMillis()));
  }
}
