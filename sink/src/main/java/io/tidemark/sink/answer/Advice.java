package io.tidemark.sink.answer;

import io.tidemark.model.ByteSize;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.event.Holder;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The advice that comes first. What the failure's own message or a frame of its traceback leads to
 * comes from the message files; the rest goes by the memory and the diagnosis, which do not say
 * what the request was for.
 */
public final class Advice {

  private static final String ENLARGE = "Enlarge the region%s, or use a smaller program.";
  private static final String BLOCKS = "Use smaller blocks in the kernel (BlockSpec of Pallas)";
  private static final String LIMIT =
      ", or a larger limit: vmem_limit_bytes of the kernel,"
          + " LIBTPU_INIT_ARGS=--xla_tpu_scoped_vmem_limit_kib=KIB.";

  private static final String XLA = "xla-log";
  private static final Set<String> OF_A_CORE = Set.of("VMEM", "SMEM");
  private static final Pattern COORDINATES = Pattern.compile("\\d+(?:x\\d+)+");
  private static final String PYTORCH = "pytorch";

  /** A request beyond it, and so many times the memory, is none that anybody meant. */
  private static final long ABSURD_BYTES = 1L << 40;

  private static final int ABSURD_TIMES = 8;

  private static final String ABSURD =
      "No memory is that large: look for a shape that is wrong, or grew by mistake, where it is"
          + " asked for.";

  static final String WHO_KILLED =
      "Look for the killer in the kernel's log (dmesg) and the scheduler's. If host memory was full,"
          + " hold less there.";

  private static final String TAKEN =
      "As much was free when the error was written: look for another process that took it for a"
          + " moment (nvidia-smi), or a limit of this one.";

  private static final String SNAPSHOT =
      " torch.cuda.memory._record_memory_history() and _dump_snapshot() show who holds it.";
  private static final String LARGE_FIRST =
      "Allocate large tensors before small ones: what is free lies in pieces.";

  private Advice() {}

  /** After a failed allocation in a log of these formats, in a memory that is filled by these. */
  static String of(FailedAllocation failed, List<String> formats, Fills fills) {
    if (isAbsurd(failed)) {
      return ABSURD;
    }
    Diagnosis diagnosis = failed.diagnosis();
    String others = diagnosis == Diagnosis.NOT_ENOUGH_FREE ? OtherHolders.advice(failed) : null;
    String kept = formats.contains(PYTORCH) ? OtherHolders.kept(failed) : "";
    if (others != null) {
      return others + kept;
    }
    String own = failed.advice();
    if (diagnosis == Diagnosis.FRAGMENTED && formats.contains(PYTORCH)) {
      return "What PyTorch reserved and does not use is in pieces: set expandable_segments:True in"
          + " PYTORCH_CUDA_ALLOC_CONF (AMD: PYTORCH_HIP_ALLOC_CONF)."
          + (own == null ? "" : " " + own);
    }
    if (own != null) {
      return own + kept;
    }
    if (formats.contains(XLA) && OF_A_CORE.contains(failed.memory())) {
      return BLOCKS + (failed.memory().equals("VMEM") ? LIMIT : ".");
    }
    return switch (diagnosis) {
      case LARGER_THAN_AN_EMPTY_BANK -> {
        String memory = ofMemory(failed.memory(), failed.bank());
        yield memory != null
            ? memory
            : "Split it over devices or steps, or use a lower precision: even the empty memory is"
                + " too small.";
      }
      case NOT_ENOUGH_FREE -> less(failed, formats, fills) + kept;
      case FRAGMENTED -> LARGE_FIRST;
      case A_FREE_BLOCK_COULD_HOLD_IT ->
          "A free block could have held it: look for dependencies or an interleaving limit.";
      case BUFFERS_BEYOND_L1 -> "Use smaller blocks or fewer circular buffers in the program.";
      case BUFFERS_CLASH -> "Move an L1 tensor to DRAM, or use smaller blocks.";
      case TRACE_REGION_TOO_SMALL ->
          failed.bank().neededPerBank() == null
              ? region(failed.bank())
              : "Open the device with trace_region_size >= %d."
                  .formatted(failed.bank().neededPerBank());
      case REGION_TOO_SMALL -> region(failed.bank());
      case UNKNOWN -> {
        boolean device = PlanSpace.ofDevice(failed.memory());
        yield device && fills.equals(Fills.NONE) && formats.contains(XLA)
            ? "The error does not say who held the memory: TF_CPP_MIN_LOG_LEVEL=0 logs the"
                + " allocator's list; where XLA compiles the program (JAX, jit_compile),"
                + " XLA_FLAGS=--xla_dump_to=DIR writes its plan."
            : device && hadEnough(failed) ? TAKEN : less(failed, formats, fills);
      }
    };
  }

  private static boolean isAbsurd(FailedAllocation failed) {
    Long needed = FailureText.needed(failed);
    Long size = failed.bank().bankBytes();
    return needed != null
        && needed >= ABSURD_BYTES
        && (size == null || needed / ABSURD_TIMES > size * failed.shortage().banks());
  }

  /**
   * The vendor's page on a failure, empty without one. XLA numbers its errors on TPUs: 1000 HBM and
   * 1001 VMEM while a program is compiled, 0101 the loading of a program, 0100 a buffer at run time
   * (openxla/xla, docs/errors). Their texts state either the capacity or what is free, those of
   * other devices' allocators both or none; a device with coordinates is a TPU.
   */
  static String page(FailedAllocation failed, List<String> formats) {
    boolean hbm = failed.memory().equals("HBM");
    if (!formats.contains(XLA) || !(hbm || failed.memory().equals("VMEM"))) {
      return "";
    }
    boolean free = failed.bank().freePerBank() != null;
    boolean compiled = failed.excess() != null && !free;
    boolean ran =
        free
            && (failed.bank().bankBytes() == null
                || COORDINATES.matcher(failed.device()).matches());
    if (hbm && !compiled && !ran) {
      return "";
    }
    String code = !hbm ? "1001" : compiled ? "1000" : failed.during() != null ? "0101" : "0100";
    return " See https://openxla.org/xla/errors/error_%s.".formatted(code);
  }

  /** Whether as much was free as was needed. */
  private static boolean hadEnough(FailedAllocation failed) {
    Long needed = FailureText.needed(failed);
    Long free = failed.bank().freePerBank();
    return needed != null && free != null && free * failed.shortage().banks() >= needed;
  }

  private static String less(FailedAllocation failed, List<String> formats, Fills fills) {
    String memory = ofMemory(failed.memory(), failed.bank());
    if (memory != null) {
      return memory;
    }
    String engine = AdviceTable.first("engine", formats::contains);
    if (engine != null && PlanSpace.ofDevice(failed.memory())) {
      return engine;
    }
    String less = less(failed.memory(), fills);
    boolean unknown = less.equals(AdviceTable.of("else", "device"));
    return unknown && formats.contains(PYTORCH) ? less + SNAPSHOT : less;
  }

  private static String less(String memory, Fills fills) {
    String known = ofMemory(memory, BankBytes.needed(-1));
    String part = known == null ? ofPart(fills.parts()) : known;
    if (part != null) {
      return part;
    }
    String op = fills.parts().isEmpty() ? fills.largestOp() : null;
    return op != null && op.equals(fills.ops().get(0).name())
        ? "Results of %s hold the most: free them earlier, use a lower precision, or split the work over more devices."
            .formatted(op)
        : AdviceTable.of("else", PlanSpace.ofDevice(memory) ? "device" : "other");
  }

  /** By the part that holds more than all others; {@code null} if none does, or it says nothing. */
  private static @Nullable String ofPart(List<Holder> parts) {
    long sum = parts.stream().mapToLong(Holder::heldAtPeakBytes).sum();
    return parts.stream()
        .filter(part -> part.heldAtPeakBytes() > sum / 2)
        .map(part -> part.name().toLowerCase(Locale.ROOT))
        .flatMap(name -> Stream.ofNullable(AdviceTable.first("part", name::contains)))
        .findFirst()
        .orElse(null);
  }

  /** By what a memory is for; {@code null} for that of a device, which holds anything. */
  private static @Nullable String ofMemory(String memory, BankBytes bank) {
    Long held = bank.usedPerBank() == null ? bank.bankBytes() : bank.usedPerBank();
    Long needed = bank.neededPerBank();
    if (memory.equals("L1_SMALL") && held != null && needed != null) {
      return "Open the device with l1_small_size >= %d.".formatted(held + needed);
    }
    // The name of one of a core's memories begins with that of all.
    return AdviceTable.first(
        "memory", name -> name.equals("L1") ? memory.startsWith(name) : memory.equals(name));
  }

  private static String region(BankBytes bank) {
    Long needed = bank.neededPerBank();
    Long free = bank.freePerBank();
    String size =
        needed == null
            ? ""
            : bank.bankBytes() != null
                ? " to at least " + ByteSize.text(needed)
                : free != null && free < needed ? " by " + ByteSize.text(needed - free) : "";
    return ENLARGE.formatted(size);
  }

  /**
   * How much of a plan's largest padded buffer is padding; {@code null} if that is no large part.
   */
  static @Nullable String padding(PlanRecord.Summary plan) {
    return plan.peaks().owners().stream()
        .max(Comparator.comparingLong(Advice::padding))
        .filter(owner -> padding(owner) > plan.arenaBytes() / 4)
        .map(
            owner ->
                "%s of %s are padding to whole tiles of the device: another shape or layout saves them."
                    .formatted(ByteSize.text(padding(owner)), owner.buffer()))
        .orElse(null);
  }

  private static long padding(PlanRecord.Owner owner) {
    return owner.unpaddedBytes() == null ? 0 : owner.bytes() - owner.unpaddedBytes();
  }

  /** While an alert on this memory is active, of a run that goes on or has ended. */
  public static String of(AlertRule rule, String memory, boolean ended) {
    return of(rule, memory, ended, Fills.NONE);
  }

  /** The same where it is known who fills the memory. */
  static String of(AlertRule rule, String memory, boolean ended, Fills fills) {
    return switch (rule) {
      case NEAR_CAPACITY, CRITICAL -> (ended ? "" : "Save a checkpoint. ") + less(memory, fills);
      case FILLING_UP, GROWING ->
          "Something is kept from step to step: compare who holds the memory at two steps.";
      case OVER_LAST_RUN ->
          "Compare this run with the last one (tidemark compare): what grew is new since then.";
      case FRAGMENTED -> LARGE_FIRST;
      case OUT_OF_MEMORY -> less(memory, fills);
      case ALLOCATION_REFUSED -> "The run goes on, perhaps slower. " + less(memory, fills);
      case KILLED -> AdviceTable.of("memory", PlanSpace.HOST);
      case WILL_NOT_FIT ->
          memory.equals(PlanSpace.LANE) || PlanSpace.ofDevice(memory) || memory.startsWith("L1")
              ? less(memory, fills)
              : ENLARGE.formatted("");
      case ANALYSIS_FAILED ->
          "An error of Tidemark: the text is in the topic tidemark.dead-letters, for a report of the"
              + " bug.";
    };
  }
}
