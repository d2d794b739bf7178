package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.StateFormat;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.LogPosition;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.memory.Peak;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ops of one memory, and its holders. A holder is an op at a site; an op whose log states no
 * site holds what is not of its holders. Tracks which changed since the last store and the last
 * publication.
 */
final class OpTableFigures {

  /** Begins the keys of holders. No name of an op has it. */
  private static final String HOLDER = HolderName.SEPARATOR;

  private static final int MOST_HOLDERS = 512;

  /** Limit of published modules. */
  private static final int MOST_MODULES = 64;

  /** Ops by name, and holders by key. */
  private final Map<String, TrackedOp> ops = new HashMap<>();

  /** {@code null} until they are needed after an op or holder came or went. */
  private @Nullable Holdings holdings;

  private int holderCount;
  private final List<String> unstored = new ArrayList<>();
  private boolean dirty = true;
  private long offset;

  TrackedOp change(String op, LogPosition at) {
    dirty = true;
    offset = at.offset();
    TrackedOp figures = ops.get(op);
    if (figures == null) {
      figures = new TrackedOp();
      ops.put(op, figures);
      holdings = null;
    }
    if (!figures.unstored) {
      figures.unstored = true;
      unstored.add(op);
    }
    return figures;
  }

  /**
   * The figures of an op at a site; {@code null} without a site. Above the limit, holders of
   * nothing are forgotten, and new ones share {@link Op#OTHER}.
   *
   * @param peak offset of the highest snapshot
   */
  @Nullable TrackedOp ofHolder(String site, String op, long peak, LogPosition at) {
    if (site.equals(HolderName.NO_SITE)) {
      return null;
    }
    String key = HOLDER + HolderName.of(site, op);
    if (!ops.containsKey(key)) {
      if (holderCount >= MOST_HOLDERS) {
        forget(peak);
      }
      key = holderCount >= MOST_HOLDERS ? HOLDER + Op.OTHER : key;
      holderCount += ops.containsKey(key) ? 0 : 1;
    }
    return change(key, at);
  }

  private void forget(long peak) {
    List<String> idle = new ArrayList<>();
    ops.forEach(
        (key, of) -> {
          if (key.startsWith(HOLDER) && of.held() == 0 && of.heldAt(peak) == 0) {
            idle.add(key);
          }
        });
    for (String key : idle) {
      TrackedOp forgotten = ops.remove(key);
      if (forgotten != null && !forgotten.unstored) {
        unstored.add(key);
      }
    }
    holderCount -= idle.size();
    holdings = null;
  }

  /** The largest holders now. */
  LargestHolders held() {
    Holdings known = holdings;
    if (known == null) {
      Map<String, TrackedOp> byOp = new HashMap<>();
      Map<String, TrackedOp> byHolder = new HashMap<>();
      ops.forEach(
          (key, of) -> {
            boolean holder = key.startsWith(HOLDER);
            (holder ? byHolder : byOp).put(holder ? key.substring(HOLDER.length()) : key, of);
          });
      known = new Holdings(byOp, byHolder);
      holdings = known;
    }
    return known.largest();
  }

  /** Bytes by the text of each holder. Ops without a site hold what is not of their holders. */
  private Map<String, Long> holders(ToLongFunction<TrackedOp> bytes) {
    Map<String, Long> held = new TreeMap<>();
    ops.forEach(
        (key, figures) -> {
          long of = bytes.applyAsLong(figures);
          if (!key.startsWith(HOLDER)) {
            held.merge(HolderName.of(HolderName.NO_SITE, key), of, Long::sum);
          } else {
            String name = key.substring(HOLDER.length());
            String op = HolderName.parse(name).op();
            held.merge(name, of, Long::sum);
            held.merge(HolderName.of(HolderName.NO_SITE, op), -of, Long::sum);
          }
        });
    return held;
  }

  /** The memory is another one: no op holds any of it. */
  void release(LogPosition at) {
    List.copyOf(ops.keySet()).forEach(op -> change(op, at).release());
  }

  void restore(String op, byte[] bytes) {
    holderCount += op.startsWith(HOLDER) ? 1 : 0;
    ops.put(op, StateFormat.read(bytes, TrackedOp.class));
    holdings = null;
  }

  /** Passes what changed since the last call; {@code null} bytes for what is forgotten. */
  void store(BiConsumer<String, byte @Nullable []> part) {
    for (String op : unstored) {
      TrackedOp figures = ops.get(op);
      if (figures != null) {
        figures.unstored = false;
      }
      part.accept(op, figures == null ? null : StateFormat.write(figures));
    }
    unstored.clear();
  }

  int size() {
    return ops.size();
  }

  long offset() {
    return offset;
  }

  void restoreOffset(long stored) {
    offset = stored;
  }

  /** Marks the table as changed, since the memory has a new peak. */
  void peak(LogPosition at) {
    dirty = true;
    offset = at.offset();
  }

  /**
   * Returns the public record if anything changed since the last call, else {@code null}.
   *
   * @param overflow number of dropped op names
   * @param highest highest snapshot of the memory
   */
  @Nullable OpTable changedTable(long overflow, Peak highest) {
    if (!dirty || ops.isEmpty()) {
      return null;
    }
    dirty = false;
    List<OpUsage> usages = new ArrayList<>(ops.size());
    long before = highest.usedBytes();
    for (Map.Entry<String, TrackedOp> op : new TreeMap<>(ops).entrySet()) {
      if (!op.getKey().startsWith(HOLDER)) {
        usages.add(op.getValue().usage(op.getKey(), highest.offset()));
        before -= op.getValue().heldAt(highest.offset());
      }
    }
    return new OpTable(usages, overflow, offset, before, modules(highest));
  }

  /** The modules of the holders, the largest first; those above the limit as one. */
  private List<Holder> modules(Peak highest) {
    Map<String, Long> held = new TreeMap<>();
    holders(of -> of.heldAt(highest.offset()))
        .forEach(
            (printed, bytes) -> {
              HolderName name = HolderName.parse(printed);
              String module = Op.isUnattributed(name.op()) ? name.op() : name.module();
              held.merge(module, bytes, Long::sum);
            });
    Comparator<Holder> most = Comparator.comparingLong(Holder::heldAtPeakBytes).reversed();
    List<Holder> all =
        held.entrySet().stream()
            .filter(module -> module.getValue() != 0)
            .map(module -> new Holder(module.getKey(), module.getValue()))
            .sorted(most)
            .toList();
    if (all.size() <= MOST_MODULES) {
      return all;
    }
    long others = all.stream().skip(MOST_MODULES).mapToLong(Holder::heldAtPeakBytes).sum();
    return Stream.concat(all.stream().limit(MOST_MODULES), Stream.of(new Holder(Op.OTHER, others)))
        .sorted(most)
        .toList();
  }
}
