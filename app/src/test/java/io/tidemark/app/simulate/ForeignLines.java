package io.tidemark.app.simulate;

import java.util.List;
import java.util.SplittableRandom;

/** Lines that other programs write into the runtime's log: vLLM, pytest, PJRT, tt-metal. */
final class ForeignLines {

  private static final String BANK_MANAGER =
      "/opt/tt-metal/tt_metal/impl/allocator/bank_manager.cpp";
  private static final int SHARDS = 4;

  private static final String OUT_OF_MEMORY =
      "Out of Memory: Not enough space to allocate %d B DRAM buffer across %d banks, where each bank"
          + " needs to store %d B, but bank size is %d B (allocated: %d B, free: %d B, largest free"
          + " block: %d B)";

  private static final List<String> FRAMES =
      List.of(
          "tt::tt_metal::BankManager::allocate_buffer(unsigned long, unsigned long, bool)",
          "tt::tt_metal::AllocatorImpl::allocate_buffer(tt::tt_metal::Buffer*)",
          "tt::tt_metal::Buffer::allocate_impl()",
          "tt::tt_metal::create_device_tensor(tt::tt_metal::TensorSpec const&,"
              + " tt::tt_metal::distributed::MeshDevice*)",
          "ttnn::concat(std::vector<tt::tt_metal::Tensor> const&, int)",
          "tt::runtime::ttnn::operations::data_movement::run(tt::target::ttnn::ConcatOp const*,"
              + " tt::runtime::ttnn::ProgramContext&)",
          "tt::runtime::ttnn::ProgramExecutor::runOperation(tt::target::ttnn::Operation const*)",
          "tt::runtime::ttnn::ProgramExecutor::execute()",
          "tt::pjrt::FlatbufferLoadedExecutableInstance::execute("
              + "PJRT_LoadedExecutable_Execute_Args*)");

  private final SimulatedClock clock;

  ForeignLines(SimulatedClock clock) {
    this.clock = clock;
  }

  /** A process starts, loads its weights and compiles. */
  void start(LogText log) {
    clock.startProcess();
    log.line(
        clock.millis()
            + " | WARNING  | torch_plugin_tt:__init__:40 - TT plugin is setting"
            + " XLA_STABLEHLO_COMPILE to 1. This is required for TT PJRT plugin to work"
            + " correctly.");
    log.line("=".repeat(29) + " test session starts " + "=".repeat(30));
    log.line("platform linux -- Python 3.12.3, pytest-9.0.3, pluggy-1.6.0");
    vllm(log, "model.py:549", "Resolved architecture: LlamaForCausalLM");
    vllm(log, "model.py:1678", "Using max model len 4096");
    clock.advanceMicros(2_350_000);
    client(log, "plugin_attributes.cc:60", "1", "PluginAttributes::PJRT_Plugin_Initialize");
    client(log, "client_instance.cc:546", "1", "ClientInstance::PJRT_Client_Create");
    client(log, "client_instance.cc:198", "1", "ClientInstance::Initialize");
    log.add(RuntimeLines.debug("Device grid size = { 8, 8 }"));
    log.line("INFO:vllm_tt.model_runner:CALLING LOAD MODEL");
    for (int shard = 1; shard <= SHARDS; shard++) {
      clock.advanceMicros(310_000);
      log.line(
          "\rLoading safetensors checkpoint shards: %3d%% Completed | %d/%d [00:0%d<00:0%d]"
              .formatted(100 * shard / SHARDS, shard, SHARDS, shard / 3, (SHARDS - shard) / 3));
    }
    vllm(log, "default_loader.py:384", "Loading weights took 1.24 seconds");
    client(log, "module_builder.cc:211", "1", "ModuleBuilder::buildModule");
    clock.advanceMicros(7_800_000);
    client(log, "stubs.inc:81", "WARN", "STUB: PJRT_Executable_GetCompiledMemoryStats");
  }

  void submit(LogText log) {
    clock.advanceMicros(4_200);
    client(log, "flatbuffer_loaded_execu:260", "1", "FlatbufferLoadedExecutableInstance::Execute");
  }

  /** An occasional line of another thread or of the server between two operations. */
  void chatter(LogText log, SplittableRandom random) {
    int tenths = random.nextInt(400, 900);
    if ((tenths & 1) == 0) {
      client(log, "buffer_instance.cc:536", "1", "BufferInstance::PJRT_Buffer_Destroy");
    } else {
      vllm(
          log,
          "loggers.py:127",
          "Engine 000: Avg generation throughput: %d.%d tokens/s, Running: %d reqs, Waiting: 0 reqs"
              .formatted(tenths / 10, tenths % 10, 1 + tenths % 32));
    }
  }

  /**
   * A failed allocation: tt-metal's line, its repetition in the exception, and the end of the
   * server.
   */
  void outOfMemory(LogText log, FreeList dram, long bytesPerBank) {
    String message =
        OUT_OF_MEMORY.formatted(
            bytesPerBank * TensorType.DRAM_BANKS,
            TensorType.DRAM_BANKS,
            bytesPerBank,
            dram.capacityBytes(),
            dram.usedBytes(),
            dram.freeBytes(),
            dram.largestFreeBytes());
    clock.advanceMicros(1_900);
    String critical = clock.millis() + " | critical |          Always | TT_FATAL: ";
    log.line(critical + message + " (assert.hpp:104)");
    clock.advanceMicros(40_000);
    client(log, "utils.h:62", "ERR", "Exception:");
    log.line("{TT_FATAL @ " + BANK_MANAGER + ":462: false");
    log.line("info:").line(message).line("backtrace:");
    FRAMES.forEach(frame -> log.line(" --- " + frame));
    log.line("}");
    clock.advanceMicros(210_000);
    log.line(
        "ERROR "
            + clock.shortSeconds()
            + " [core.py:1108] RuntimeError: Bad StatusOr access: INTERNAL: Error code: 13");
    log.line("FAILED tests/integrations/vllm_plugin/generative/test_llama.py::test_llama - ...");
    String rule = "=".repeat(18);
    log.line(rule + " 1 failed, 20 warnings in " + clock.uptime().strip() + "s " + rule);
    clock.advanceMicros(31_000_000);
  }

  private void vllm(LogText log, String source, String message) {
    log.line("INFO " + clock.shortSeconds() + " [" + source + "] " + message);
  }

  /** A line of loguru, as the PJRT plugin sets it up. */
  private void client(LogText log, String source, String level, String message) {
    int colon = source.indexOf(':');
    log.line(
        "%s (%ss) [        B96B3140]%23s:%-5s %4s| %s"
            .formatted(
                clock.millis(),
                clock.uptime(),
                source.substring(0, colon),
                source.substring(colon + 1),
                level,
                message));
  }
}
