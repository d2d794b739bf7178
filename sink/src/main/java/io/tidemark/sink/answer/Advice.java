package io.tidemark.sink.answer;

import io.tidemark.model.ByteSize;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.event.Holder;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanSpace;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What to do first: one line for each diagnosis and each alert rule. */
public final class Advice {

  private static final String SMALLER =
      "Use a smaller batch, a shorter context or a smaller cache.";

  private static final String ENLARGE = "Enlarge the region%s, or use a smaller program.";
  private static final String BLOCKS = "Use smaller blocks in the kernel (BlockSpec of Pallas)";
  private static final String LIMIT =
      ", or a larger limit: vmem_limit_bytes of the kernel,"
          + " LIBTPU_INIT_ARGS=--xla_tpu_scoped_vmem_limit_kib=KIB.";

  private static final String XLA = "xla-log";
  private static final String ARENA = "ARENA";
  private static final Set<String> OF_A_DEVICE = Set.of("HBM", "VRAM", "DEFAULT");
  private static final Set<String> OF_A_CORE = Set.of("VMEM", "SMEM");
  private static final Pattern COORDINATES = Pattern.compile("\\d+(?:x\\d+)+");
  private static final String PYTORCH = "pytorch";

  /** So many processes on a device are rather ranks of a job than somebody's. */
  private static final int MANY = 4;

  private static final String HOST =
      "Give the job more host memory (a higher limit, if it has one), or hold less there:"
          + " fewer workers of the data loader, less cached or offloaded.";
  static final String WHO_KILLED =
      "Look for the killer in the kernel's log (dmesg) and the scheduler's. If host memory was full,"
          + " hold less there.";

  private static final String IN_PIECES =
      "lie reserved and unused in PyTorch: expandable_segments:True in PYTORCH_CUDA_ALLOC_CONF may"
          + " free them.";
  private static final String TAKEN =
      "As much was free when the error was written: look for another process that took it for a"
          + " moment (nvidia-smi), or a limit of this one.";

  /** What makes the use of an engine smaller; the first whose format a log has. */
  private static final Map<String, String> OF_ENGINES = ofEngines();

  private Advice() {}

  private static Map<String, String> ofEngines() {
    Map<String, String> advice = new LinkedHashMap<>();
    advice.put(
        "vllm",
        "Lower the longest request (max_model_len) or the number of requests at once"
            + " (max_num_seqs), or split the model over more devices (tensor_parallel_size).");
    advice.put(
        "sglang",
        "Lower --mem-fraction-static, --chunked-prefill-size or --max-running-requests, or split the"
            + " model over more devices (--tp-size).");
    advice.put(
        "llama-cpp",
        "Put fewer layers on the device (--n-gpu-layers; Ollama: num_gpu), or use a smaller context"
            + " (--ctx-size; Ollama: num_ctx) or a quantised KV cache (--cache-type-k).");
    return advice;
  }

  /** After a failed allocation in a log of these formats, in a memory that is filled by these. */
  static String of(FailedAllocation failed, List<String> formats, Fills fills) {
    if (failed.advice() != null) {
      return failed.advice();
    }
    if (formats.contains(XLA) && OF_A_CORE.contains(failed.memory())) {
      return BLOCKS + (failed.memory().equals("VMEM") ? LIMIT : ".");
    }
    return switch (failed.diagnosis()) {
      case LARGER_THAN_AN_EMPTY_BANK ->
          "Split it over devices or steps, or use a smaller batch or a lower precision: even the"
              + " empty memory is too small.";
      case NOT_ENOUGH_FREE -> {
        String other = otherProcess(failed);
        yield (other == null ? less(failed, formats) : other) + inCache(failed, formats);
      }
      case FRAGMENTED ->
          formats.contains(PYTORCH)
              ? "What PyTorch reserved and does not use is in pieces: set expandable_segments:True in"
                  + " PYTORCH_CUDA_ALLOC_CONF (AMD: PYTORCH_HIP_ALLOC_CONF)."
              : "Allocate large tensors first, or start the process again before the next large one.";
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
      case UNKNOWN ->
          fills.equals(Fills.NONE) && formats.contains(XLA)
              ? "The error does not say who held the memory: TF_CPP_MIN_LOG_LEVEL=0 logs the"
                  + " allocator's list; where XLA compiles the program (JAX, jit_compile),"
                  + " XLA_FLAGS=--xla_dump_to=DIR writes its plan."
              : hadEnough(failed) ? TAKEN : less(failed, formats);
    };
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

  /** What PyTorch keeps for itself, if the request lacks no more than that. */
  private static String inCache(FailedAllocation failed, List<String> formats) {
    Long missing = failed.diagnosis().missing(failed.bank());
    return failed.shortage().held().stream()
        .filter(holder -> holder.name().equals("reserved and unused"))
        .filter(holder -> missing != null && holder.heldAtPeakBytes() >= missing)
        .filter(holder -> formats.contains(PYTORCH))
        .findFirst()
        .map(holder -> " " + ByteSize.text(holder.heldAtPeakBytes()) + " more " + IN_PIECES)
        .orElse("");
  }

  /** Whether as much was free as was needed. */
  private static boolean hadEnough(FailedAllocation failed) {
    Long needed = FailureText.needed(failed);
    Long free = failed.bank().freePerBank();
    return OF_A_DEVICE.contains(failed.memory())
        && needed != null
        && free != null
        && free * failed.shortage().banks() >= needed;
  }

  /** Whose memory would do for the request; {@code null} if no other process has as much. */
  private static @Nullable String otherProcess(FailedAllocation failed) {
    Long missing = failed.diagnosis().missing(failed.bank());
    List<Holder> held = failed.shortage().held();
    // Without the allocator's share each of them may be its own.
    boolean shared = held.stream().anyMatch(holder -> !holder.name().startsWith("process "));
    List<Holder> others =
        held.stream().filter(holder -> holder.name().startsWith("process ")).toList();
    long together = others.stream().mapToLong(Holder::heldAtPeakBytes).sum();
    if (shared && others.size() >= MANY && missing != null && together >= missing) {
      return "%d other processes hold %s: end them, or give the ranks of one job a device each."
          .formatted(others.size(), ByteSize.text(together));
    }
    return others.stream()
        .filter(holder -> shared)
        .max(Comparator.comparingLong(Holder::heldAtPeakBytes))
        .filter(holder -> missing != null && holder.heldAtPeakBytes() >= missing)
        .map(holder -> "End %s, or use another device.".formatted(holder.name()))
        .orElseGet(() -> unnamedOthers(failed));
  }

  /** The same of others that are not named, if they hold more than this process's allocator. */
  private static @Nullable String unnamedOthers(FailedAllocation failed) {
    Long used = failed.bank().usedPerBank();
    long held = failed.shortage().held().stream().mapToLong(Holder::heldAtPeakBytes).sum();
    return used == null || held == 0 || used - held <= used / 2
        ? null
        : "%s are not of this process's allocator: other processes (nvidia-smi lists them), or other libraries of this one, hold them."
            .formatted(ByteSize.text(used - held));
  }

  private static String less(FailedAllocation failed, List<String> formats) {
    String memory = failed.memory();
    if (memory.equals("HOST") && formats.contains("host")) {
      return HOST;
    }
    return OF_ENGINES.entrySet().stream()
        .filter(engine -> OF_A_DEVICE.contains(memory) && formats.contains(engine.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> less(memory));
  }

  private static String less(String memory) {
    if (memory.equals(ARENA)) {
      return "Enlarge the arena, or use a smaller or quantised model.";
    }
    if (memory.equals("L1_SMALL")) {
      return "Open the device with a larger l1_small_size.";
    }
    return memory.startsWith("L1") ? "Move a tensor to DRAM, or use smaller blocks." : SMALLER;
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
    return switch (rule) {
      case NEAR_CAPACITY, CRITICAL -> (ended ? "" : "Save a checkpoint. ") + less(memory);
      case FILLING_UP, GROWING ->
          "Something is kept from step to step: compare who holds the memory at two steps.";
      case OVER_LAST_RUN ->
          "Compare this run with the last one (tidemark compare): what grew is new since then.";
      case FRAGMENTED ->
          "Allocate large tensors first, or start the process again before the next large one.";
      case OUT_OF_MEMORY -> less(memory);
      case ALLOCATION_REFUSED -> "The run goes on, perhaps slower. " + less(memory);
      case KILLED -> HOST;
      case WILL_NOT_FIT ->
          memory.equals(ARENA) || memory.startsWith("L1")
              ? less(memory)
              : PlanSpace.ofDevice(memory) || memory.equals(PlanSpace.LANE)
                  ? "Choose a smaller batch, a lower precision or another split before the run starts."
                  : ENLARGE.formatted("");
      case ANALYSIS_FAILED ->
          "An error of Tidemark: the text is in the topic tidemark.dead-letters, for a report of the"
              + " bug.";
    };
  }
}
