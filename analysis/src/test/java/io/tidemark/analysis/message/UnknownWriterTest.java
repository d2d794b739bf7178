package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.analysis.line.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures that no row reads, and lines that only look like one. */
class UnknownWriterTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "E0102 arena.cc:12] cannot allocate 4 KiB~{needed=4096}",
        "[chip] pool: allocation failed, requested 1.5 MiB, free 1 MiB~{needed=1572864, free=1048576}",
        "ERROR: could not allocate 8 KiB on NPU 2, 1 KiB available of 16 KiB total~{needed=8192, capacity=16384, free=1024, device=2}",
        "frob: allocation failed with OOM on device 3 while trying to allocate 2048 bytes (free: 1024, total: 8192)~{needed=2048, capacity=8192, free=1024, device=3}",
        "ERROR: host malloc: out of memory, requested 2 GiB~{needed=2147483648, memory=HOST}",
        "ERROR: Not enough GPU memory! Need 1.5 MiB, have 1 MiB free~{needed=1572864, free=1048576}",
        "RuntimeError: Insufficient GPU memory: 1 GiB available, 2 GiB minimum required for frob~{needed=2147483648, free=1073741824}",
        "ERROR: Not enough GPU memory. Need at least 2 GiB for frob, but only 1 GiB available.~{needed=2147483648, free=1073741824}",
        "Failed to allocate device memory for d_A (4.00 KiB) - out of memory~{needed=4096}",
        "ERROR: cuda memory allocation failed, size = 4096 bytes~{needed=4096}",
        "ERROR: out of memory~{}",
        "ERROR: rank #3 OUT OF MEMORY: failed to allocate 2 GiB on device 0~{needed=2147483648, device=0}",
        "RuntimeError: failed to allocate buffer 17 for the encoder~{}",
        "[frob][error] pool: cannot allocate the arena~{}",
        "Error! Not enough space in L1 memory!~{memory=L1}",
        "frob.cc:7: FROB_STATUS: FROB_ERROR_OUT_OF_DEVICE_MEMORY~{}",
        "[E frob] buffer: alloc failed, dev_id = 1, size = 0x1000~{needed=4096}",
        "ERROR: failed to allocate 3 tensors of batch size 64 in memory~{}",
        "RuntimeError: NPU out of memory. Frob tried to allocate 96.00 MiB(NPU 3; 32.00 GiB total capacity; 64.50 MiB free)~{needed=100663296, capacity=34359738368, free=67633152, device=3}",
        "RuntimeError: ran out of memory in vmem. Used 32.00M of 16.00M vmem~{needed=33554432, capacity=16777216, memory=vmem}",
        "ERROR: available memory of 1024 is smaller than requested bytes of 4096~{needed=4096, free=1024, memory=DEVICE}",
        "INFO pool: failed to allocate 2 GiB, falling back to 1 GiB~{needed=2147483648}",
        "TT_FATAL: frob needs 4096 bytes of L1 per core at K16, but only 2048 are available~{needed=4096, free=2048, memory=L1}",
        "RuntimeError: acc (1,048,576 B for 256 tiles) would not fit in available L1 (903168 B)~{needed=1048576, free=903168, memory=L1}",
        "ValueError: kernel exceeds available shared memory: smem_bytes=4096 > max_smem_bytes=2048~{needed=4096, capacity=2048, memory=SHARED}",
        "a.axf: Error: region RW size (4096 bytes) exceeds limit (2048 bytes)~{needed=4096, capacity=2048, memory=DEVICE}",
        "ERROR: failed to allocate 0 bytes of memory~{}",
        "ERROR: failed to allocate 4 KiB \u2014 giving up~{needed=4096}",
        "\u274c Error: failed to allocate 4 KiB at 80 \u00b0C~{needed=4096}",
        "INFO frob: [stderr] ERROR: failed to allocate 4 KiB on device 0~{needed=4096, device=0}",
        "ERROR: failed to allocate 4 KiB on device 0 (device_count=8)~{needed=4096, device=0}",
        "ERROR: failed to allocate 4 KiB for model config frob~{needed=4096}",
        "ERROR: failed to allocate 4 KiB on GPU 0, you should reduce the batch size~{needed=4096, device=0}",
        "ERROR: skipped warmup; failed to allocate 4 KiB~{needed=4096}",
        "ERROR: failed to allocate 4 KiB on cuda:12~{needed=4096, device=12}",
        "ERROR: cannot allocate 4 KiB on host for staging~{needed=4096, memory=HOST}",
        "ERROR: FROB_MEM_OBJECT_ALLOCATION_FAILURE~{}",
        "ERROR: KV cache needs 12 KiB of DRAM, but only 8 KiB is available~{needed=12288, free=8192, memory=DRAM}",
        "ERROR: Out of memory on tile 17: 712 KiB used of 624 KiB~{needed=729088, capacity=638976}",
        "ERROR: FROB_OUT_OF_HOST_MEMORY~{memory=HOST}",
        "a/b.mlir:6:17: error: 'frob.tile' op allocated buffers exceeded available memory~{}",
        "ERROR: Frob A100 80GB (PCIe): out of memory~{}",
        "ERROR: failed to allocate the KV cache for a 128K context (40.00 GiB)~{needed=42949672960}",
        "RuntimeError: out of memory in a tensor of size [4096, 14336]~{}",
        "ERROR: CUDA 12 driver: failed to allocate 4 KiB~{needed=4096}",
        "ERROR: failed to allocate 4 KiB on host node7~{needed=4096}",
        "ERROR: /home/user/frob.cc:7: failed to allocate 4 KiB~{needed=4096}",
        "ERROR: \u001b[1mout of memory\u001b[0m: requested 4096 bytes~{needed=4096}",
        "ERROR: buffer size 4096 bytes exceeds limit 2048 bytes of a Metal device~{needed=4096, capacity=2048, memory=DEVICE}",
      })
  void theFactsOfAnUnknownFailureAreRead(String line, String reads) {
    assertThat(Catalogue.BUILT_IN.read(line))
        .isInstanceOfSatisfying(
            MessageFact.class,
            fact -> {
              assertThat(fact.isGuess()).isTrue();
              assertThat(fact.reads()).hasToString(reads);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if this fails to start, it is out of memory: allocate 2 GiB more",
        "WARN cache: failed to allocate 2 GiB of disk",
        "pool: could not allocate 64 MB for the prefetch buffer, continuing without it",
        "EAL: Cannot allocate 2 MB hugepages, using 4 KB",
        "WARNING cache: could not allocate 64 MB",
        "> cannot allocate 4 KiB",
        "the user asked: \"why can it not, cannot allocate 4 KiB?\"",
        "ERROR: JavaScript heap out of memory",
        "frob: process 7 was killed, perhaps out of memory",
        "loading Frob 7B: out of memory is possible",
        "## Out of memory",
        "2026-01-02 10:00:00 INFO pool: Out of memory: 0 times",
        "I0102 10:00:00.1 7 pool.cc:7] Failed to allocate from the pool of pinned memory",
        "time=2026-01-02 level=info msg=x: Out of memory handler is set",
        "SKIPPED [1] tests/test_frob.py:7: Not enough GPU memory",
        "Not enough GPU memory for 16 bits (2 GiB needed), using 4 bits instead",
        "if there is not enough GPU memory, 2 GiB are needed",
        "ERROR: Failed to allocate a port, 3 requests waiting",
        "ERROR: request of 4096 tokens exceeds the maximum of 2048 tokens in memory",
        "ERROR: file size (4096 bytes) exceeds limit (2048 bytes)",
        "ValueError: 2048 bytes of memory are needed and 4096 are available",
        "warning: failed to mlock 4096-byte buffer (after previously locking 0 bytes): Cannot allocate memory",
        "\u001b[33mWARNING\u001b[0m pool: failed to allocate 4 KiB",
        "W0102 10:00:00.1 7 pool.cc:7] failed to allocate 4 KiB",
        "[warn] failed to allocate 4 KiB",
        "INFO cache: allocation of 4.00 GiB failed to need any eviction",
        "INFO cache: allocation of 4.00 GiB from the pool, no eviction",
        "srun: error: Unable to allocate resources: Invalid partition name specified",
        "ERROR: failed to allocate nodes: requested 128",
        "failed to allocate nodes: requested 128, retrying",
        "Picked up JAVA_TOOL_OPTIONS: -Xmx2g -XX:+ExitOnOutOfMemoryError",
        "Out of memory errors: 0, buffers freed: 12",
        "ERROR: Received message larger than max: size (4096 bytes) exceeds the maximum receive buffer size (2048 bytes)",
        "{\"role\": \"user\", \"content\": \"Cannot allocate 4 GiB of memory\"}",
        "\u2502 memory limit exceeded? no: 4 GiB are free \u2502",
        "ERROR: log buffer of 12 MB exceeds memory limit of 10 MB; dropping oldest",
        "ERROR: MQTT device payload buffer: 300 KB exceeds limit 256 KB",
        "a.cpp:12:9: error: use of undeclared identifier 'CUDA_ERROR_OUT_OF_MEMORY'",
        "Frob 2.5: frob.OutOfMemoryError is now an alias of frob.MemoryError",
        "Note: your GPU has not enough memory to hold the whole set (40 GiB); streaming enabled",
        "[Thu Feb  6 12:34:56 2026] Out of memory: Killed process 7 (python3) total-vm:9kB",
        "ERROR: creation of a resource failed for a reason other than running out of memory",
        "error: 0 tests failed to allocate memory",
        "ERROR: cache: out of memory entries evicted, 4096 MiB freed",
        "[ RUN      ] AllocatorTest.OutOfMemoryReturnsError",
        "frob prints OutOfMemory where the memory ends",
        "train.log#1   OUT OF MEMORY   79 snapshots, 542 lines, 0 rejected",
      })
  void aLineThatOnlyLooksLikeAFailureIsNone(String line) {
    Parsed parsed = Catalogue.BUILT_IN.read(line);
    assertThat(parsed).isNotInstanceOf(MessageFact.class);
  }

  @Test
  void aFailureWithFiguresIsTheOneWithoutThemBeforeIt() {
    String bare = "frob error 2: out of memory (in function alloc)\n";
    LogRun run =
        LogRun.of((bare + "RuntimeError: cannot allocate 4 KiB on device 1\n").getBytes(UTF_8));
    assertThat(run.runs.firstEntry().getValue().failures().newest())
        .singleElement()
        .satisfies(one -> assertThat(one.shortage().neededBytes()).isEqualTo(4096));
    LogRun alone = LogRun.of(bare.getBytes(UTF_8));
    assertThat(alone.runs.firstEntry().getValue().failures().refused())
        .satisfies(refused -> assertThat(refused.count()).isEqualTo(1));
  }

  @Test
  void aKnownFailureComesFirstAndIsNotToldAgain() {
    String known = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n";
    String again = "ERROR: frob: failed to allocate 2.01 GiB\n";
    LogRun run = LogRun.of((known + again).getBytes(UTF_8));
    assertThat(run.runs.firstEntry().getValue().failures().count()).isEqualTo(1);
  }

  @Test
  void aSurvivedRefusalHidesNoLaterFailure() {
    String survived = "<ERR>\t[PSRAM] Failed to allocate 4096 bytes in PSRAM for 'image'!\n";
    String later = "step 1 done\n".repeat(20) + "ERROR: frob: failed to allocate 2 GiB\n";
    LogRun run = LogRun.of((survived + later).getBytes(UTF_8));
    assertThat(run.runs.firstEntry().getValue().failures().count()).isEqualTo(1);
  }

  @Test
  void aRetryThatFailsCounts() {
    String retry = "INFO pool: failed to allocate 2 GiB, falling back to 1 GiB\n";
    String failed = "ERROR pool: failed to allocate 1 GiB\n";
    LogRun run = LogRun.of((retry + failed).getBytes(UTF_8));
    assertThat(run.runs.firstEntry().getValue().failures().count()).isEqualTo(1);
  }

  @Test
  void theChoiceOfASetOfCharactersIsNoText() {
    assertThat(Catalogue.BUILT_IN.read("frob: \u001b(BERROR: failed to allocate 4 KiB"))
        .isInstanceOf(MessageFact.class);
  }
}
