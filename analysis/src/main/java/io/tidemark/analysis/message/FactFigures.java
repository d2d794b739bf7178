package io.tidemark.analysis.message;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.plan.PlanFigures;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.Shortage;
import io.tidemark.model.plan.PlanSpace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What the fields of a message mean, in bytes; −1 for unknown. */
public final class FactFigures {

  static final String DEVICE = "0";
  private static final Pattern BACKEND = Pattern.compile("^(?:CUDA|ROCm|MUSA|TP)(\\d+)$");
  private static final int MOST_BANKS = 99_999;
  private static final int MOST_HOLDERS = 16;

  /** Of two decimals, a smaller share is off by more than 0.03 %. */
  private static final long LEAST_SHARE = 20L << 20;

  /** What an allocator may ask of its device for a smaller request: PyTorch's large segment. */
  private static final long SEGMENT = 20L << 20;

  /** What a process holds beside its allocator, such as the code of its kernels. */
  private static final long BESIDE = 1L << 30;

  private static final String POOLS = "graphs and private pools";

  private FactFigures() {}

  /** Returns the failed allocation that a message states. */
  public static FailedAllocation failure(MessageFact fact) {
    int banks = banks(fact);
    long needed = needed(fact);
    long each = fact.figures().getOrDefault(Field.NEEDED_PER_BANK, banks == 1 ? needed : -1);
    long capacity = capacity(fact, each);
    long used = used(fact, fact.figure(Field.LIMIT) == null ? fact.orUnknown(Field.CAPACITY) : -1);
    boolean restIsFree = fact.figure(Field.OTHERS) != null && capacity >= 0;
    long free = restIsFree ? Math.max(0, capacity - used) : fact.orUnknown(Field.FREE);
    if (isLimited(fact)) {
      // Each figure is rounded, so the sum may exceed a limit that is reached.
      used = Math.min(taken(fact), capacity);
      free = capacity - used;
    }
    BankBytes bank = BankBytes.stated(each, capacity, used, free, largest(fact));
    Diagnosis stated = fact.message().diagnosis();
    Diagnosis diagnosis = stated == null ? Diagnosis.of(bank) : stated;
    boolean full =
        diagnosis == Diagnosis.NOT_ENOUGH_FREE
            || (diagnosis == Diagnosis.UNKNOWN && free - needed < SEGMENT);
    if (full && isCached(fact, needed)) {
      diagnosis = Diagnosis.FRAGMENTED;
    }
    String where = fact.word(Field.WHERE);
    where = where != null && where.startsWith("at ") ? where.substring(3) : where;
    String fits = fact.word(Field.FITS);
    String op = fact.word(Field.OP);
    String during = op == null ? fact.word(Field.PROGRAM) : op;
    FilledText advice = fact.message().advice();
    FailedAllocation failed =
        new FailedAllocation(
            device(fact),
            memory(fact),
            new Shortage(banks, needed, bank, held(fact)),
            diagnosis,
            where == null ? null : OpNameLimiter.cut(fits == null ? where : where + ": " + fits),
            during == null ? null : OpNameLimiter.cut(during));
    return advice == null ? failed : failed.advised(advice.of(fact));
  }

  /**
   * A failure that states no use of its memory, with the parts that were placed there before it.
   */
  static FailedAllocation beside(PlanFigures plan, FailedAllocation failed) {
    Shortage shortage = failed.shortage();
    BankBytes bank = failed.bank();
    List<Holder> parts =
        plan.intervals().stream()
            .map(part -> new Holder(part.buffer().name(), part.bytes()))
            .toList();
    long used = parts.stream().mapToLong(Holder::heldAtPeakBytes).sum();
    if (used == 0 || !shortage.held().isEmpty() || statesUse(failed)) {
      return failed;
    }
    Long capacity =
        plan.capacityBytes() > 0 ? Long.valueOf(plan.capacityBytes()) : bank.bankBytes();
    Long needed = shortage.neededBytes();
    if (capacity != null && used > capacity) {
      // It was free before the load, and the parts do not lie in it alone.
      return failed.with(new Shortage(1, needed, bank, parts), failed.diagnosis());
    }
    // Others may hold what the parts leave: it says nothing if the request goes into it.
    Long left = capacity == null ? null : Long.valueOf(capacity - used);
    Long free = left != null && needed != null && needed > left ? left : null;
    BankBytes filled =
        new BankBytes(bank.neededPerBank(), capacity, used, free, bank.largestFreePerBank());
    return filled(failed, filled, parts);
  }

  private static FailedAllocation filled(
      FailedAllocation failed, BankBytes bank, List<Holder> held) {
    return failed.with(
        new Shortage(1, failed.shortage().neededBytes(), bank, held),
        failed.diagnosis() == Diagnosis.UNKNOWN ? Diagnosis.of(bank) : failed.diagnosis());
  }

  private static boolean statesUse(FailedAllocation failed) {
    BankBytes bank = failed.bank();
    return failed.shortage().banks() > 1
        || bank.usedPerBank() != null
        || bank.freePerBank() != null;
  }

  /**
   * Whether the allocator itself kept enough for the request: it frees whole segments first, so
   * what it kept is in pieces. PyTorch names both figures for this reason.
   */
  private static boolean isCached(MessageFact fact, long needed) {
    return needed > 0 && cached(fact) >= needed;
  }

  /** Whether the allocator's own limit leaves less than the device has, so others do not count. */
  private static boolean isLimited(MessageFact fact) {
    long left = Math.max(0, fact.orUnknown(Field.LIMIT) - taken(fact));
    return fact.figure(Field.LIMIT) != null
        && taken(fact) >= 0
        && left <= fact.figures().getOrDefault(Field.FREE, left);
  }

  /** What the allocator took of its device; −1 if it is not stated. */
  private static long taken(MessageFact fact) {
    long allocated = fact.orUnknown(Field.ALLOCATED);
    return allocated < 0 ? -1 : allocated + Math.max(0, cached(fact));
  }

  private static long cached(MessageFact fact) {
    Long reserved = fact.figure(Field.RESERVED);
    Long allocated = fact.figure(Field.ALLOCATED);
    long apart = reserved == null || allocated == null ? -1 : reserved - allocated;
    return Math.max(apart, fact.orUnknown(Field.CACHED));
  }

  /**
   * Who holds the memory, beside what is asked for. Processes that hold as much as the allocator
   * took may be its own, but for those above one that holds hardly more: in a container its number
   * is not that of the driver. What lies in private pools is allocated, too.
   */
  private static List<Holder> held(MessageFact fact) {
    if (fact.figure(Field.NEEDED) == null) {
      return List.of();
    }
    long allocated = Math.max(0, fact.orUnknown(Field.ALLOCATED));
    long cached = Math.max(0, cached(fact));
    boolean ownIsNamed = fact.sums().keySet().stream().anyMatch(name -> name.startsWith("this "));
    long capacity = fact.figures().getOrDefault(Field.CAPACITY, MessageFact.MOST_OF_A_PART);
    long taken = allocated + cached;
    List<Long> mayBeOwn =
        fact.sums().values().stream()
            .filter(bytes -> !ownIsNamed && bytes >= taken)
            .sorted()
            .toList();
    boolean isOwn = !mayBeOwn.isEmpty() && mayBeOwn.get(0) - taken <= BESIDE;
    Set<Long> own = Set.copyOf(isOwn ? mayBeOwn.subList(0, 1) : mayBeOwn);
    Map<String, Long> held = new LinkedHashMap<>();
    held.put("tensors", allocated - Math.min(allocated, fact.sums().getOrDefault(POOLS, 0L)));
    held.put("reserved and unused", cached);
    boolean limited = isLimited(fact);
    fact.sums()
        .forEach(
            (name, bytes) -> {
              if ((ownIsNamed || taken > 0)
                  && !own.contains(bytes)
                  && bytes <= capacity
                  && !limited) {
                held.put(name, bytes);
              }
            });
    long sum = held.values().stream().filter(bytes -> bytes > 0).mapToLong(bytes -> bytes).sum();
    if (sum > capacity) {
      held.keySet().removeAll(fact.sums().keySet());
    }
    return held.entrySet().stream()
        .filter(part -> part.getValue() > 0)
        .filter(part -> part.getValue() <= capacity || !fact.sums().containsKey(part.getKey()))
        .limit(MOST_HOLDERS)
        .map(part -> new Holder(OpNameLimiter.cut(part.getKey()), part.getValue()))
        .toList();
  }

  /**
   * The bytes of a request; those of its parts if only they are stated. What it is too large by is
   * printed more exactly than the request.
   */
  public static long needed(MessageFact fact) {
    if (!fact.sums().isEmpty() && fact.figure(Field.NEEDED) == null) {
      return parts(fact);
    }
    long needed = fact.orUnknown(Field.NEEDED);
    long limit = fact.orUnknown(Field.CAPACITY);
    long missing = fact.orUnknown(Field.MISSING);
    long apart = Math.abs(limit + missing - needed);
    boolean coarse = needed <= limit || Sizes.rounding(missing) < Sizes.rounding(needed);
    return limit >= 0 && missing > 0 && coarse && apart <= Sizes.rounding(limit)
        ? limit + missing
        : needed;
  }

  static long parts(MessageFact fact) {
    return fact.sums().values().stream().mapToLong(bytes -> bytes).sum();
  }

  /** What is used, which is what is not free if only that is stated. */
  static long used(MessageFact fact, long capacity) {
    long free = fact.orUnknown(Field.FREE);
    boolean derived = fact.figure(Field.USED) == null && free >= 0 && capacity >= free;
    long used = fact.orUnknown(Field.USED);
    return derived
        ? capacity - free
        : used < 0 ? used : used + Math.max(0, fact.orUnknown(Field.OTHERS));
  }

  /** The size of a memory of which use is a share that is large enough to tell; −1 for unknown. */
  static long wholeOfShare(MessageFact fact) {
    long share = fact.orUnknown(Field.SHARE);
    return share < LEAST_SHARE
        ? -1
        : Math.round(100.0 * (1 << 20) / share * fact.orUnknown(Field.USED));
  }

  static int banks(MessageFact fact) {
    return (int) Math.min(MOST_BANKS, Math.max(1, fact.orUnknown(Field.BANKS)));
  }

  static long capacity(MessageFact fact, long needed) {
    long capacity = fact.figures().getOrDefault(Field.LIMIT, fact.orUnknown(Field.CAPACITY));
    long missing = fact.orUnknown(Field.MISSING);
    boolean derived = capacity < 0 && missing >= 0 && fact.figure(Field.FREE) == null;
    return derived ? needed - missing : capacity;
  }

  private static long largest(MessageFact fact) {
    Long placeable = fact.figure(Field.PLACEABLE);
    long largest = placeable == null ? fact.orUnknown(Field.LARGEST) : placeable;
    Long free = fact.figure(Field.FREE);
    return free == null ? largest : Math.min(largest, free);
  }

  /** Name of the memory in upper case. */
  public static String memory(MessageFact fact) {
    return OpNameLimiter.cut(fact.word(Field.MEMORY, PlanSpace.UNNAMED).toUpperCase(Locale.ROOT));
  }

  /** The device, {@code 1} of {@code CUDA1}; the host's memory is that of none. */
  static String device(MessageFact fact) {
    return memory(fact).equals(PlanSpace.HOST)
        ? DEVICE
        : BACKEND.matcher(OpNameLimiter.cut(fact.word(Field.DEVICE, DEVICE))).replaceFirst("$1");
  }
}
