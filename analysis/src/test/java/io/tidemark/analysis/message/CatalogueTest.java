package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.LogRun;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.run.RunFailures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Message files: those that Tidemark brings, and what is read by those of a user. */
class CatalogueTest {

  static final String ROW =
      """
      writer = "demo"

      [[message]]
      name = "full"
      is = "failure"
      text = '%s'
      examples = [ { line = '%s', reads = { %s } } ]
      """;

  static Catalogue read(String file) {
    return Catalogue.builtInAnd(Map.of("demo.toml", file.getBytes(UTF_8)));
  }

  static Catalogue with(String text, String line, String reads) {
    return read(ROW.formatted(text, line, reads));
  }

  @Test
  void eachBuiltInRowReadsItsExamplesAndNoOtherRowDoes() {
    assertThat(Catalogue.BUILT_IN.messages()).hasSizeGreaterThan(50);
    Catalogue.checkBuiltIn();
    assertThat(BuiltInRows.compiled())
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes("(.*\\.)?(title|url|examples|not|needle)")
        .isEqualTo(BuiltInRows.texts());
  }

  @Test
  void hintsAreKeptOnceAndCountNothing() {
    String unsafe =
        "warning  |           Metal | Allocating device buffers is unsafe due to the existence of an"
            + " active trace.\n";
    RunFailures failures =
        LogRun.of((unsafe + unsafe).getBytes(UTF_8)).runs.firstEntry().getValue().failures();
    assertThat(failures.hints()).singleElement().asString().contains("active trace");
    assertThat(failures.count()).isZero();
    assertThat(failures.refused()).isNull();
  }

  @Test
  void aRowOfAUserReadsOptionalPartsAlternativesAndSums() {
    Catalogue catalogue =
        with(
            "memory pool {memory} of chip {device} is {full|empty}[ of {capacity:mib} MiB]: {+weights} weights, {+cache} cache",
            "memory pool SRAM of chip 3 is full of 2 MiB: 1.5MiB weights, 7 cache",
            "memory = \"SRAM\", device = \"3\", capacity = \"2MiB\", \"+weights\" = \"1.5MiB\", \"+cache\" = 7");
    MessageFact fact =
        (MessageFact) catalogue.read("memory pool A of chip 1 is empty: 1KiB weights, 2KiB  cache");
    assertThat(fact.format()).isEqualTo("demo");
    assertThat(fact.reads())
        .isEqualTo(Map.of("memory", "A", "device", "1", "+weights", "1024", "+cache", "2048"));
  }

  private static final String RECORD =
      """
      writer = "demo"
      defaults = { memory = "POOL" }

      [[message]]
      name = "pool-full"
      is = "failure"
      text = 'event=pool_full'
      record = { need = "needed!", free = "free:bytes", dev = "device", "who" = "where", at = "largest:hex" }
      examples = [
        { line = 'event=pool_full need=4KiB free=1024', reads = { needed = 4096, free = 1024 } },
      ]

      [[message]]
      name = "semicolons"
      is = "refusal"
      text = 'action = pool_spilled'
      record = { need = "needed", memory = "memory" }
      examples = [
        { line = '; action = pool_spilled; need = 7; memory = "B 2"', reads = { needed = 7, memory = "B 2" } },
      ]

      [[message]]
      name = "json"
      is = "use"
      text = '"kind":"pool_used"'
      record = { used = "used!", pool = "memory" }
      examples = [
        { line = '{"t":3,"used":77,"kind":"pool_used","pool":"A"}', reads = { used = 77, memory = "A" } },
      ]
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '#',
      value = {
        "event=pool_full need=4096 free=8 dev=3~{device=3, free=8, needed=4096}",
        "event=pool_full dev=3 free=8 need=4096~{device=3, free=8, needed=4096}",
        "ts=2026-02-03T04:05:06Z level=error msg=\"pool is full\" dev=a.b need=1.5MiB event=pool_full extra=1~{device=a.b, needed=1572864}",
        "E0118 22:42:45.737331   20084 a.cc:18] event=pool_full who=\"the cache; of 2\" need=\"12 KiB\"~{needed=12288, where=the cache; of 2}",
        "event=pool_full, need=5, at=0x10, free=no~{largest=16, needed=5}",
        "event=pool_full needs=9 need=5 xfree=7~{needed=5}",
        "; action = pool_spilled ; need = 9~{needed=9}",
        "; need = 9; action = pool_spilled; memory = SRAM~{memory=SRAM, needed=9}",
        "{\"used\": 5, \"kind\":\"pool_used\"}~{used=5}",
        "event=pool_full need=4096 free=8 free=9~{needed=4096}",
        "event=pool_full need=1;need=2; free=8~{free=8}",
        "event=pool_full need=1 dev=3 at=0x10 dev=4~{largest=16, needed=1}",
        "{\"used\": 5, \"kind\":\"pool_used\",\"used\":6}~",
        "event=pool_fuller need=4096~",
        "event=pool_full free=4096~",
        "the user sent event=pool_full need=4096~",
        "prompt=\"why event=pool_full need=4096\"~",
      })
  void aRecordIsReadByItsKeysInAnyOrder(String line, String reads) {
    Parsed parsed = read(RECORD).read(line);
    if (reads == null) {
      assertThat(parsed).isNotInstanceOf(MessageFact.class);
    } else {
      assertThat(new TreeMap<>(((MessageFact) parsed).reads())).hasToString(reads);
    }
  }

  @Test
  void aKeyOfARecordHasAField() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(RECORD.replace("needed!", "needed:gigs!")))
        .withMessageContaining("demo.toml: message pool-full: ")
        .withMessageContaining("type \"gigs\": want one of");
  }

  /** What another error prints alike is none of a row. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[HAMI-core ERROR (pid:7 thread=140382094939712 allocator.c:53)]: cuMemoryAllocate failed res=201",
        "[HAMI-core ERROR (pid:7 thread=140382094939712 allocator.c:53)]: cuMemoryAllocate failed res=21 ",
        "RuntimeError: nrt_tensor_allocate status=1 message=\"Failure\"",
        "RuntimeError: nrt_load status=4 message=\"Allocated\"",
        "RuntimeError: Buffer overflow when allocating memory for the reply in AlignedAllocator",
        "RuntimeError: Current platform can NOT allocate memory block with size larger than 4GB!",
        "2024-01-02 10:00:00.186 | ERROR    | Always          - The overlay blob for chip_0 (epoch:9) fits, the max size is 1024",
        "2024-01-02 10:00:00.186 | ERROR    | Always          - update_buffer: Buffer A is using more dram memory than reserved (9 > 1)",
        "CUDA error: out of order\n  current device: 1, in function alloc at /ggml-cuda.cu:291",
        "CUDA error: illegal address\n  current device: 1, in function alloc at /ggml-cuda.cu:291",
        "INFO [gpu_worker.py:479] Initial free memory 7.75 GiB, reserved for KV Cache",
        "[E] [TRT] 2: [engine.cpp::deserialize::470] Error Code 2: OutOfTime (no further information)",
        "[W] [TRT] Internal error: could not find the implementation for node conv1",
        "[0] LMCache WARNING: Failed to allocate memory for the index.",
        "[PID: 77] sshd Failed to allocate memory for the session",
        "gpu_async_0 cuMemAllocAsync allocated 8192 bytes: ok",
        "in Rank: 0, Device: 1 needs to allocate [ 3 ] device streams.",
      })
  void anErrorThatReadsAlikeIsAnother(String line) {
    LogRun run = LogRun.of((line + "\ngoes on\n").getBytes(UTF_8));
    assertThat(run.runs.firstEntry().getValue().formats()).isEmpty();
  }

  /** A size that cannot be is not stated; the rest of the message is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "8192~4096~{capacity=8192, free=4096, needed=9}",
        "17179869184.00 GiB~4096~{free=4096, needed=9}",
        "18446744073709551615~4096~{free=4096, needed=9}",
        "8192~-4096~{capacity=8192, needed=9}",
        "8192~30TiB~{capacity=8192, needed=9}",
      })
  void aSizeThatCannotBeDropsItsFieldOnly(String capacity, String free, String reads) {
    Catalogue catalogue =
        with(
            "the pool is too small: {needed} of {capacity}, {free} free, {used} used",
            "the pool is too small: 9 of 8, 6 free, 2 used",
            "needed = 9, capacity = 8, free = 6, used = 2");
    String line = "the pool is too small: 9 of %s, %s free, -1 used".formatted(capacity, free);
    assertThat(new TreeMap<>(((MessageFact) catalogue.read(line)).reads())).hasToString(reads);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERROR the device pool has 7 bytes",
        "2026-Oct-15 18:01:18.347720  3882:3882  ERROR  TDRV:log_dev_mem    the device pool has 7 bytes",
        "[2026-10-15 18:01:18] [FATAL] pool: the device pool has 7 bytes",
        "!!! Exception during processing !!! the device pool has 7 bytes",
        "[BUG]\uff1athe device pool has 7 bytes",
      })
  void aFailureCountsBehindTheLevelOfALogger(String line) {
    Catalogue catalogue =
        with("the device pool has {needed} bytes", "the device pool has 7 bytes", "needed = 7");
    assertThat(catalogue.read(line)).isInstanceOf(MessageFact.class);
    assertThat(catalogue.read("he wrote in ERROR " + line)).isInstanceOf(Parsed.Quoted.class);
    assertThat(catalogue.read(line.replace("the device", "that the device pool is the device")))
        .isInstanceOf(Parsed.Quoted.class);
  }

  /** Digits that a line's end cuts are no size, but the failure is one. */
  @ParameterizedTest
  @CsvSource({
    "6291456000\\nexit 1\\n,",
    "6291456000\\n,",
    "629,",
    "6291456000\\n bytes.\\nexit 1\\n,6291456000",
    "6291456000 bytes.\\n,6291456000",
    "5.86GiB\\n,6292127089",
  })
  void aFailureThatALineCutsCounts(String figure, Long needed) {
    for (String memory : List.of("memory", "host memory")) {
      String text = "XlaRuntimeError: RESOURCE_EXHAUSTED: Out of %s while trying to allocate %s";
      LogRun run = LogRun.of(text.formatted(memory, figure).replace("\\n", "\n").getBytes(UTF_8));
      run.end();
      assertThat(run.status().failures().newest())
          .singleElement()
          .returns(needed, failure -> failure.shortage().neededBytes());
    }
  }

  @Test
  void aFailureWhoseSizeCannotBeIsOneOfUnknownSize() {
    Catalogue catalogue =
        with("the pool is too small: {needed}", "the pool is too small: 6", "needed = 6");
    Parsed parsed = catalogue.read("the pool is too small: 18446744073709551615");
    assertThat(((MessageFact) parsed).reads()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"17179869184.00 GiB", "-3", "20TiB"})
  void aMessageWithoutAFigureThatCanBeIsRejected(String capacity) {
    Catalogue catalogue =
        read(
            ROW.replace("failure", "use")
                .formatted(
                    "the pool is too small: {free}", "the pool is too small: 6", "free = 6"));
    assertThat(catalogue.read("the pool is too small: " + capacity))
        .isInstanceOfSatisfying(
            Parsed.Rejected.class, rejected -> assertThat(rejected.column()).isEqualTo(24));
  }

  @ParameterizedTest
  @CsvSource({
    "'64 kB', 65536", "'3 gib', 3221225472", "'2 Gb', 2147483648", "'1,024 B', 1024", "'12 b', 12",
    "'1.2.3 GiB',", "'1,5 GiB',", "'1.5e3 MiB',", "'0x1000',", "'2.24',"
  })
  void aSizeHasAUnitThatIsKnownOrIsNone(String size, Long bytes) {
    Catalogue catalogue =
        with("the device pool lacks {needed}", "the device pool lacks 7", "needed = 7");
    Parsed parsed = catalogue.read("the device pool lacks " + size);
    assertThat(parsed instanceof MessageFact fact ? fact.figure(Field.NEEDED) : null)
        .isEqualTo(bytes);
  }

  @Test
  void aQuotationBeforeItHidesNoMessage() {
    Catalogue catalogue =
        with(
            "npu{device}: {needed} were refused",
            "npu3: 7 were refused",
            "device = \"3\", needed = 7");
    assertThat(catalogue.read("x \"npu1: 6 were refused\" ]: npu2: 8 were refused"))
        .isInstanceOfSatisfying(
            MessageFact.class, fact -> assertThat(fact.reads()).containsEntry("device", "2"));
  }

  /** What a wrapper could take for its own may be the begin of a message. */
  @Test
  void aMessageMayBeginWithAWordThatCountsUp() {
    Catalogue catalogue =
        with(
            "accel{device}: {needed} were refused",
            "accel3: 7 were refused",
            "device = \"3\", needed = 7");
    assertThat(catalogue.read("accel4: 7 were refused")).isInstanceOf(MessageFact.class);
  }

  /** Figures that fit no memory, from a line or a row of a user, overflow nothing. */
  @ParameterizedTest
  @CsvSource({
    "4611686018427387903, 3377699720527872",
    "99999999999999999999,",
    "-4611686018427387903,",
    "7EiB,"
  })
  void aFigureBeyondAnyMemoryOverflowsNothing(String figure, Long needed) {
    Catalogue catalogue =
        with(
            "the sum of {+one} and {+two} and {+three} beyond {capacity} in {banks} banks",
            "the sum of 1 and 2 and 3 beyond 4 in 5 banks",
            "\"+one\" = 1, \"+two\" = 2, \"+three\" = 3, capacity = 4, banks = 5");
    String line = "the sum of N and N and N beyond N in 99999999999 banks".replace("N", figure);
    FailedAllocation failure = FactFigures.failure((MessageFact) catalogue.read(line));
    assertThat(failure.shortage().banks()).isEqualTo(99_999);
    assertThat(failure.shortage().neededBytes()).isEqualTo(needed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ran out of memory in memory space ",
        "Statically allocated circular buffers in program ",
        "Error loading program 'Error loading program '",
        "Out of memory while trying to allocate 1",
        "KV cache sizing: device DRAM = 1 "
      })
  void hostileLinesTakeLinearTime(String part) {
    String line = part.repeat((1 << 20) / part.length());
    Parsed parsed =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(6), () -> Catalogue.BUILT_IN.read(line));
    assertThat(parsed).isNotNull();
  }

  /** A text that others write, too, is none of it until a figure of its own stands there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-01 10:00:00,000 - root - INFO - step: 5 of 9 began",
        "iter: 19  total_loss: 2.1  acc: 0.5",
        "Epoch(train) [1][50/480]  lr: 2.0e-04  time: 0.5  data_time: 0.01  loss: 11.4",
        "Iter: 12 data_time: 0.2 batch_time: 0.4 loss: 3.3"
      })
  void aLineWithoutAFigureOfARowIsNoReject(String line) {
    assertThat(Parsed.alone(Lines.parse(line.getBytes(UTF_8)))).isEqualTo(Ignored.IGNORED);
  }
}
