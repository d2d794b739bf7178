package io.tidemark.streams.source;

import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.RunRetention;
import io.tidemark.analysis.run.Tombstones;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import io.tidemark.streams.publish.Outgoing;
import io.tidemark.streams.publish.Outputs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The published records of one source's open runs. They are stored beside its state, two parts per
 * run, so that a run can be ended as it was published even if the state is unreadable.
 */
final class LastPublished {

  private static final Logger LOG = LoggerFactory.getLogger(LastPublished.class);

  /** As in version 0.1, so that its keys are read. */
  private static final String KEYS = SourceKey.END + "published" + SourceKey.END;

  private static final String STATUS = SourceKey.END + "status" + SourceKey.END;
  private static final String UNPUBLISHED = SourceKey.END + "unpublished";

  private final String source;
  private final StateParts parts;
  private final NavigableMap<Integer, PublishedRun> runs = new TreeMap<>();

  /** New bytes applied since the last published status: in the state, and in no published count. */
  private long unpublishedBytes;

  private long storedUnpublishedBytes;

  private LastPublished(String source, StateParts parts) {
    this.source = source;
    this.parts = parts;
  }

  /** Reads the stored parts. An unreadable one leaves its run without keys or without a status. */
  static LastPublished read(String source, StateParts parts) {
    LastPublished published = new LastPublished(source, parts);
    published.each(KEYS, PublishedRun::restoreKeys);
    published.each(STATUS, PublishedRun::restoreStatus);
    byte[] bytes = parts.get(Store.HOT, source + UNPUBLISHED);
    published.storedUnpublishedBytes = bytes == null ? 0 : ByteBuffer.wrap(bytes).getLong();
    published.unpublishedBytes = published.storedUnpublishedBytes;
    // Version 0.1 kept the keys of the newest ended run, too.
    for (int run : List.copyOf(published.runs.keySet())) {
      if (RunRetention.holds(new RunId(source, run), parts)) {
        published.forget(run);
      }
    }
    return published;
  }

  private void each(String kind, BiConsumer<PublishedRun, byte[]> restore) {
    String prefix = source + kind;
    parts.scan(
        Store.HOT,
        prefix,
        (key, part) -> {
          try {
            int number = Integer.parseInt(key.substring(prefix.length()));
            restore.accept(of(new RunId(source, number)), part);
          } catch (RuntimeException e) {
            LOG.warn("source {}: what is stored as published is of another version", source);
          }
        });
  }

  /** The open runs, by number. */
  List<PublishedRun> runs() {
    return List.copyOf(runs.values());
  }

  /** How far its source is published as read; 0 if unknown. */
  long nextOffset() {
    RunStatus first = runs.isEmpty() ? null : runs.firstEntry().getValue().status();
    return first == null ? 0 : first.nextOffset();
  }

  /** The highest run number; 0 if there is none. */
  int last() {
    return runs.isEmpty() ? 0 : runs.lastKey();
  }

  long unpublishedBytes() {
    return unpublishedBytes;
  }

  void applied(long bytes) {
    unpublishedBytes += bytes;
  }

  /** Whether these changes hold the status of the first run, which counts the gaps. */
  private boolean isStatusOfFirst(Changes changes) {
    return runs.isEmpty()
        ? !changes.runs().isEmpty()
        : changes.runs().containsKey(runs.firstEntry().getValue().id());
  }

  /** Records changes that are published. A run whose end they hold is forgotten. */
  void add(Changes changes) {
    if (isStatusOfFirst(changes)) {
      unpublishedBytes = 0;
    }
    changes.runs().forEach((run, status) -> of(run).published(status));
    changes.usage().keySet().forEach(key -> of(key.run()).published(key));
    changes.ops().keySet().forEach(key -> of(key.run()).published(key));
    changes.timelines().keySet().forEach(key -> of(key.run()).published(key));
    changes.plans().keySet().forEach(key -> of(key.run()).published(key));
    changes.alerts().forEach((key, alert) -> of(key.run()).published(key, alert));
    for (PublishedRun run : runs()) {
      if (run.hasEnded()) {
        forget(run.id().number());
      }
    }
  }

  /**
   * Reduces itself to the open runs and the keys that the analysis still has, after part of its
   * state was lost.
   *
   * @return tombstones of the lost runs, and of the lost keys of other runs
   */
  List<Outgoing> retain(List<Tombstones> open, long nowMillis) {
    Map<RunId, Tombstones> kept =
        open.stream().collect(Collectors.toMap(Tombstones::run, Function.identity()));
    List<Outgoing> lost = new ArrayList<>();
    for (PublishedRun run : runs()) {
      Tombstones still = kept.get(run.id());
      if (still == null) {
        lost.addAll(Outputs.tombstones(run.keys(), nowMillis));
        forget(run.id().number());
      } else {
        lost.addAll(Outputs.tombstonesOfFigures(run.retain(still), nowMillis));
      }
    }
    return lost;
  }

  private PublishedRun of(RunId run) {
    return runs.computeIfAbsent(run.number(), number -> new PublishedRun(run));
  }

  private void forget(int run) {
    runs.remove(run);
    parts.put(Store.HOT, key(KEYS, run), null);
    parts.put(Store.HOT, key(STATUS, run), null);
  }

  /** Stores what is new since the last call. */
  void store() {
    runs.forEach(
        (number, run) -> {
          put(key(KEYS, number), run.drainNewKeys());
          put(key(STATUS, number), run.drainNewStatus());
        });
    if (unpublishedBytes != storedUnpublishedBytes) {
      storedUnpublishedBytes = unpublishedBytes;
      put(source + UNPUBLISHED, ByteBuffer.allocate(8).putLong(unpublishedBytes).array());
    }
  }

  private void put(String key, byte @Nullable [] part) {
    if (part != null) {
      parts.put(Store.HOT, key, part);
    }
  }

  private String key(String kind, int run) {
    return source + kind + String.format(Locale.ROOT, "%08d", run);
  }
}
