package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.Op;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.memory.OpTable;
import io.tidemark.model.memory.OpUsage;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.training.TrainingMemory;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a memory at its peak. Each list that is not empty adds up to the peak, to the byte.
 *
 * @param parts by kind of content, e.g. {@code temporary}
 * @param ops by the op that produced the bytes
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Fills(List<Holder> parts, List<Holder> ops) {

  static final Fills NONE = new Fills(List.of(), List.of());

  private static final int MOST = 6;
  private static final String OTHERS = "others";

  /** Live buffers of a plan may share addresses; a byte held by several counts once. */
  private static final String SHARED = "shared addresses";

  private static final String FREED = "freed, holder unknown";

  public Fills {
    parts = List.copyOf(parts);
    ops = List.copyOf(ops);
  }

  /** A holder of bytes at the peak. */
  public record Holder(String name, long bytes) {
    String words() {
      return name + " " + ByteSize.text(bytes);
    }
  }

  /** The holders of a tracked memory. */
  static Fills of(Board board, MemoryKey key, MemoryUsage usage) {
    OpTable table = board.ops().get(key);
    return table == null
        ? NONE
        : new Fills(List.of(), most(byOp(table), usage.peaks().highestSnapshot().usedBytes()));
  }

  private static List<Holder> byOp(OpTable table) {
    List<Holder> holders = new ArrayList<>();
    for (OpUsage op : table.ops()) {
      add(op.op(), op.heldAtPeakBytes(), holders);
    }
    add(Op.BEFORE, table.heldBeforeBytes(), holders);
    return holders;
  }

  private static void add(String name, @Nullable Long bytes, List<Holder> to) {
    if (bytes != null && bytes != 0) {
      to.add(new Holder(name, bytes));
    }
  }

  /** The holders of a plan's peak, by class of buffer and by op. */
  static Fills of(PlanRecord.Summary plan) {
    List<Holder> parts = new ArrayList<>();
    plan.peaks().classBytes().forEach((name, bytes) -> add(name, bytes, parts));
    Map<String, Long> byOp = new LinkedHashMap<>();
    for (PlanRecord.Owner owner : plan.peaks().owners()) {
      byOp.merge(JaxNames.shortOf(owner), owner.bytes(), Long::sum);
    }
    List<Holder> ops = new ArrayList<>();
    byOp.forEach((name, bytes) -> add(name, bytes, ops));
    return new Fills(most(parts, plan.peakBytes()), most(ops, plan.peakBytes()));
  }

  /** The parts of a training's peak. */
  static Fills of(TrainingMemory memory) {
    List<Holder> parts = new ArrayList<>();
    memory.table().forEach(part -> add(part.name(), part.actualBytes(), parts));
    return new Fills(most(parts, memory.peakBytes()), List.of());
  }

  /** The largest holders; the rest of the peak, and what was freed of unknown holders, as one. */
  private static List<Holder> most(List<Holder> all, long peakBytes) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<Holder> most =
        all.stream()
            .filter(holder -> holder.bytes() > 0)
            .sorted(
                Comparator.comparingLong(Holder::bytes).reversed().thenComparing(Holder::name))
            .limit(all.size() <= MOST ? MOST : MOST - 1)
            .collect(Collectors.toCollection(ArrayList::new));
    long freed = all.stream().mapToLong(holder -> Math.min(0, holder.bytes())).sum();
    long shown = most.stream().mapToLong(Holder::bytes).sum();
    long rest = peakBytes - freed - shown;
    add(rest < 0 ? SHARED : OTHERS, rest, most);
    add(FREED, freed, most);
    return most;
  }

  /** The lists in words, the most telling first. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words("by kind: ", parts, words);
    words("by op: ", ops, words);
    return words;
  }

  private static void words(String by, List<Holder> holders, List<String> to) {
    if (!holders.isEmpty()) {
      to.add(by + holders.stream().map(Holder::words).collect(Collectors.joining(", ")));
    }
  }
}
