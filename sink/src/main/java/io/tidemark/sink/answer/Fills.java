package io.tidemark.sink.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.ByteSize;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.Op;
import io.tidemark.model.event.Shortage;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a memory at its peak. Each list that is not empty adds up to the peak, to the byte.
 *
 * @param parts by kind of content, e.g. {@code temporary}
 * @param modules by part of the model, e.g. {@code model.layers.0}
 * @param ops by the op that produced the bytes
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Fills(List<Holder> parts, List<Holder> modules, List<Holder> ops) {

  static final Fills NONE = new Fills(List.of(), List.of(), List.of());

  private static final int MOST = 6;

  /** A share that matters: of a peak, held by named modules; of a use, freed after it. */
  private static final double MUCH = 0.1;

  public static final String OTHERS = "others";

  /** Live buffers of a plan may share addresses; a byte held by several counts once. */
  private static final String SHARED = "shared addresses";

  /** Bytes that an allocator took beyond its device, as the driver of Windows lets it. */
  private static final String PAGED = "paged to the host";

  /** Bytes that an error line states above the highest snapshot. */
  private static final String AFTER = "(after the last snapshot)";

  /** The holders of the highest snapshot are not those of the peak if much was freed after it. */
  private static final String LAST = "(at the last snapshot)";

  /** Bytes of an arena that no buffer holds at its peak. */
  private static final String GAPS = "(gaps between buffers)";

  /** The same of a plan of which the log has a part: XLA lists the largest buffers only. */
  private static final String NOT_LISTED = "(not listed)";

  private static final String FREED = "freed of unknown holders";

  /** Frees of unknown holders below this share of a peak are taken off the largest holder. */
  private static final double FEW = 0.001;

  public Fills {
    parts = List.copyOf(parts);
    modules = List.copyOf(modules);
    ops = List.copyOf(ops);
  }

  static Fills of(Board board, MemoryKey key, MemoryUsage usage) {
    OpTable table = board.ops().get(key);
    return table == null ? NONE : of(table, usage);
  }

  private static Fills of(OpTable table, MemoryUsage usage) {
    long peakBytes = usage.tidemark().usedBytes();
    long highest = usage.peaks().highestSnapshot().usedBytes();
    long after = peakBytes - highest;
    long now = usage.now().usedBytes();
    if (after > 0 && now < (1 - MUCH) * highest) {
      return usage.tidemark().offset() < usage.offset()
          ? NONE
          : new Fills(
              List.of(),
              List.of(),
              most(List.of(new Holder(AFTER, peakBytes - now), new Holder(LAST, now)), peakBytes));
    }
    List<Holder> modules = modulesThatExplain(table.modules(), peakBytes);
    if (!modules.isEmpty()) {
      add(Op.BEFORE, table.heldBeforeBytes(), modules);
      add(AFTER, after, modules);
    }
    List<Holder> ops = byOp(table);
    add(AFTER, after, ops);
    return new Fills(List.of(), most(modules, peakBytes), most(ops, peakBytes));
  }

  /** The modules, none if those that the log names hold too little to explain the peak. */
  private static List<Holder> modulesThatExplain(List<Holder> modules, long peakBytes) {
    long named =
        modules.stream()
            .filter(module -> !module.name().startsWith("("))
            .mapToLong(Holder::heldAtPeakBytes)
            .sum();
    return named > MUCH * peakBytes ? new ArrayList<>(modules) : new ArrayList<>();
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

  /** The holders of a plan's peak, by class of buffer, by module and by op. */
  static Fills of(PlanRecord.Summary plan) {
    List<Holder> parts = new ArrayList<>();
    plan.peaks().classBytes().forEach((name, bytes) -> add(name, bytes, parts));
    Map<String, Long> byOp = new LinkedHashMap<>();
    for (PlanRecord.Owner owner : plan.peaks().owners()) {
      byOp.merge(JaxNames.shortOf(owner), owner.bytes(), Long::sum);
    }
    List<Holder> ops = new ArrayList<>();
    byOp.forEach((name, bytes) -> add(name, bytes, ops));
    List<Holder> modules = modulesThatExplain(plan.peaks().modules(), plan.peakBytes());
    int byKind = parts.size();
    long gaps = plan.arenaBytes() - plan.peakBytes();
    if (gaps > 0) {
      String unheld = plan.state().whole() ? GAPS : NOT_LISTED;
      Stream.of(parts, modules, ops)
          .filter(held -> !held.isEmpty())
          .forEach(held -> held.add(new Holder(unheld, gaps)));
    }
    long bytes = Math.max(plan.arenaBytes(), plan.peakBytes());
    if (ops.stream().allMatch(op -> op.name().startsWith("("))) {
      // Sums of kinds, which name no op; one alone is the whole plan.
      ops.clear();
      if (byKind < 2) {
        parts.clear();
      }
    }
    return new Fills(most(parts, bytes), most(modules, bytes), most(ops, bytes));
  }

  static Fills of(TrainingMemory memory) {
    List<Holder> parts = new ArrayList<>();
    memory.partsOfPeak().forEach(part -> add(part.name(), part.actualBytes(), parts));
    return new Fills(most(parts, memory.peakBytes()), List.of(), List.of());
  }

  /** The holders that an error states; with the rest of the use if it states that, too. */
  static Fills of(Shortage shortage) {
    long sum = shortage.held().stream().mapToLong(Holder::heldAtPeakBytes).sum();
    Long used = shortage.bank().usedPerBank();
    Long size = shortage.bank().bankBytes();
    boolean paged = used != null && size != null && sum > size * shortage.banks();
    long all =
        used == null
            ? sum
            : paged ? used * shortage.banks() : Math.max(sum, used * shortage.banks());
    return new Fills(most(shortage.held(), all, PAGED), List.of(), List.of());
  }

  private static List<Holder> most(List<Holder> all, long peakBytes) {
    return most(all, peakBytes, SHARED);
  }

  /**
   * The largest holders; the rest of the peak, and what was freed of unknown holders, as one.
   *
   * @param less name of what they hold beyond the peak
   */
  private static List<Holder> most(List<Holder> all, long peakBytes, String less) {
    if (all.isEmpty()) {
      return List.of();
    }
    List<Holder> most =
        all.stream()
            .filter(holder -> holder.heldAtPeakBytes() > 0)
            .sorted(
                Comparator.comparingLong(Holder::heldAtPeakBytes)
                    .reversed()
                    .thenComparing(Holder::name))
            .limit(all.size() <= MOST ? MOST : MOST - 1)
            .collect(Collectors.toCollection(ArrayList::new));
    long freed = all.stream().mapToLong(holder -> Math.min(0, holder.heldAtPeakBytes())).sum();
    long shown = most.stream().mapToLong(Holder::heldAtPeakBytes).sum();
    long rest = peakBytes - freed - shown;
    add(rest < 0 ? less : OTHERS, rest, most);
    if (-freed < FEW * peakBytes && !most.isEmpty()) {
      Holder largest = most.get(0);
      most.set(0, new Holder(largest.name(), largest.heldAtPeakBytes() + freed));
    } else {
      add(FREED, freed, most);
    }
    return most;
  }

  /** The lists in words, kinds first. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words("by kind: ", parts, words);
    words("by module: ", modules, words);
    words("by op: ", ops.equals(parts) ? List.of() : ops, words);
    return words;
  }

  private static String words(Holder holder) {
    long bytes = holder.heldAtPeakBytes();
    return bytes < 0
        ? "less " + ByteSize.text(-bytes) + " " + holder.name()
        : holder.name() + " " + ByteSize.text(bytes);
  }

  /** The list by kind of content, else by op, else by module. */
  public List<Holder> main() {
    return !parts.isEmpty() ? parts : !ops.isEmpty() ? ops : modules;
  }

  /** The op that holds most; {@code null} if none does. */
  @Nullable String largestOp() {
    return ops.stream()
        .filter(op -> op.heldAtPeakBytes() > 0)
        .map(Holder::name)
        .filter(op -> !op.startsWith("(") && !op.equals(OTHERS))
        .findFirst()
        .orElse(null);
  }

  private static void words(String by, List<Holder> holders, List<String> to) {
    if (!holders.isEmpty()) {
      to.add(by + words(holders));
    }
  }

  static String words(List<Holder> holders) {
    return holders.stream().map(Fills::words).collect(Collectors.joining(", "));
  }

  /**
   * Shortens JAX op names: {@code jit(f)/transpose(jvp(layer_0))/mlp/dot_general} becomes {@code
   * layer_0/mlp/dot_general}.
   */
  public static final class JaxNames {

    private static final Pattern JIT = Pattern.compile("^(?:p?jit\\([^()]*\\)/)+");
    private static final Pattern TRANSFORM =
        Pattern.compile("(?:transpose|jvp|vmap|remat|checkpoint)\\(([^()]*)\\)");

    private JaxNames() {}

    /** The op that produces a buffer, else the buffer itself. */
    static String shortOf(PlanRecord.Owner owner) {
      String op = owner.opName();
      return op == null ? owner.buffer() : shortOf(op);
    }

    public static String shortOf(String op) {
      String inner = JIT.matcher(op).replaceFirst("");
      String before;
      do {
        before = inner;
        inner = TRANSFORM.matcher(inner).replaceAll("$1");
      } while (!inner.equals(before));
      return inner.isEmpty() ? op : inner;
    }
  }
}
