package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.LogRun;
import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.system.message.Messages;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.MemoryEvent.OutOfMemory;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that go on over several lines. */
class FurtherLinesTest {

  private static final String ROWS =
      """
      writer = "demo"

      [[message]]
      name = "exhausted"
      is = "failure"
      text = 'exhausted the pool {memory} of tile {device}: {needed} wanted[, for {where} on it], {free} free in {largest} pieces[; was {peak} once]'

      [[message.examples]]
      line = '''
      exhausted the pool SRAM of tile 3: 12 MiB wanted, for %f on it,
        4 MiB free in 2 MiB
        pieces'''
      reads = { memory = "SRAM", device = "3", needed = "12MiB", where = "%f", free = "4MiB", largest = "2MiB" }

      [[message]]
      name = "utilization"
      is = "use"
      text = 'current utilization of tile {device}:'
      then = ['* total: {used}', '* limit: {capacity}', '* {any}: {any:size}']

      [[message.examples]]
      line = '''
      current utilization of tile 5:
      * total: 1.5GiB
      * code: 1MiB
      * limit: 2GiB'''
      reads = { device = "5", used = "1.5GiB", capacity = "2GiB" }
      """;

  private static final Settings SETTINGS =
      new Settings(
          Thresholds.DEFAULT,
          new LogSystems(
              List.of(
                  new Messages(
                      Catalogue.builtInAnd(Map.of("demo.toml", ROWS.getBytes(UTF_8))), 0))));

  private static final String SENTENCE =
      "RuntimeError: exhausted the pool HBM of tile t7: 9 GiB wanted, for %dot.2 on it, 3 GiB free in 1 GiB pieces";

  private static final String VLLM = "(EngineCore pid=7) ERROR 05-05 19:27:47 [core.py:700] ";

  private static LogRun whole(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8), SETTINGS);
    run.end();
    return run;
  }

  /** Reads a log whole, and line by line with restarts, which must not differ. */
  private static LogRun read(String log) {
    LogRun whole = whole(log);
    for (int seed = 0; seed < 3; seed++) {
      Random random = new Random(seed);
      LogRun lines = new LogRun(SETTINGS);
      StringBuilder some = new StringBuilder();
      for (String line : log.lines().toList()) {
        some.append(line).append('\n');
        if (seed == 0 || random.nextBoolean()) {
          lines.feedNext("life", some.toString().getBytes(UTF_8));
          lines.publish();
          lines.restart();
          some.setLength(0);
        }
      }
      if (some.length() > 0) {
        lines.feedNext("life", some.toString().getBytes(UTF_8));
      }
      lines.end();
      assertThat(lines.events).isEqualTo(whole.events);
      assertThat(lines.rejects).isEqualTo(whole.rejects);
      assertThat(lines.runs).isEqualTo(whole.runs);
      assertThat(lines.usage.keySet()).isEqualTo(whole.usage.keySet());
    }
    long read = whole.runs.values().stream().mapToLong(run -> run.lines().read()).sum();
    assertThat(read).as("lines of %s", log).isEqualTo(log.lines().count());
    return whole;
  }

  private static List<FailedAllocation> failures(LogRun run) {
    return run.events.stream()
        .filter(OutOfMemory.class::isInstance)
        .map(event -> ((OutOfMemory) event).allocation())
        .toList();
  }

  /** Wraps the sentence at each blank from its needle's end on, and at several at once. */
  private static List<String> wrapped(String before, String indent) {
    List<String> logs = new ArrayList<>();
    int from = SENTENCE.indexOf("HBM") - 1;
    for (int at = from; at > 0; at = SENTENCE.indexOf(' ', at + 1)) {
      logs.add(
          before + SENTENCE.substring(0, at) + "\n" + before + indent + SENTENCE.substring(at + 1));
    }
    logs.add(
        before
            + SENTENCE.substring(0, from)
            + SENTENCE.substring(from).replace(" ", "\n" + before + indent));
    return logs;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "|",
        "|    ",
        "|│   ",
        "|\u001b[31m  ",
        "[rank3]: |",
        VLLM + "|  ",
        "[1,0]<stderr>:| ",
        "2026-11-22T05:54:09.123456789Z stderr F |",
        "E0118 22:42:45.737331   20084 client.cc:18] |  "
      })
  void aSentenceIsReadWhereverItsWriterWrapsIt(String put) {
    String before = put.substring(0, put.indexOf('|'));
    FailedAllocation want = failures(whole(before + SENTENCE + "\n")).get(0);
    assertThat(want.bank().neededPerBank()).isEqualTo(9L << 30);
    assertThat(want.where()).isEqualTo("%dot.2");
    for (String log : wrapped(before, put.substring(put.indexOf('|') + 1))) {
      LogRun run = read(log + "\n" + before + "what follows\n");
      assertThat(failures(run)).as(log).containsExactly(want);
      assertThat(run.rejects).as(log).isEmpty();
    }
  }

  @Test
  void eachWriterGoesOnWithItsOwnLines() {
    StringBuilder log = new StringBuilder();
    String[] lines = wrapped("", "").get(2).lines().toArray(String[]::new);
    for (String line : lines) {
      for (int rank = 0; rank < 5; rank++) {
        log.append("[rank%d]: %s%n".formatted(rank, line.replace("tile t7", "tile " + rank)));
      }
    }
    LogRun run = read(log.toString());
    assertThat(failures(run))
        .extracting(FailedAllocation::device)
        .containsExactlyInAnyOrder("0", "1", "2", "3", "4");
  }

  @Test
  void aForeignLineBetweenGivesTheTextUpAndNothingElseIsLost() {
    String[] lines = wrapped("", "").get(5).lines().toArray(String[]::new);
    LogRun run = read(lines[0] + "\nelapsed 3 s\n" + lines[1] + "\n" + SENTENCE + "\n");
    assertThat(failures(run)).hasSize(1);
    assertThat(run.rejects)
        .singleElement()
        .satisfies(
            reject -> {
              assertThat(reject.line()).isEqualTo(1);
              assertThat(reject.column()).isEqualTo(lines[0].length() + 1);
            });
    assertThat(run.status().lines()).isEqualTo(new RunStatus.Lines(1, 2, 1, 0, 0));
  }

  @Test
  void aMessageInTheNextLineIsReadAndTheOneBeforeCounted() {
    String begun = SENTENCE.substring(0, SENTENCE.indexOf(" wanted"));
    LogRun run = read(begun + "\n" + begun + "\n" + SENTENCE + "\n");
    assertThat(failures(run)).hasSize(1);
    assertThat(run.rejects).hasSize(2);
  }

  /** A message that is whole is not kept back for what may follow on the next line. */
  @Test
  void aWholeMessageDoesNotWait() {
    LogRun run = LogRun.of((SENTENCE + "\n").getBytes(UTF_8), SETTINGS);
    assertThat(failures(run)).hasSize(1);
    // What stands in its middle may be of any length, which is no reason to wait for its end.
    String step = "iter: 19  total_loss: 2.7  time: 0.7  max_mem: 1024M  lr: 0.1\n";
    assertThat(LogRun.of(step.getBytes(UTF_8), SETTINGS).usage).hasSize(1);
  }

  /** A line that ends within an optional text, or where another row goes on, waits for the next. */
  @Test
  void aLineThatIsWrappedWithinItsOptionalTextGoesOn() {
    assertThat(failures(read(SENTENCE + "; was\n8 GiB once\n"))).hasSize(1);
    assertThat(failures(read(SENTENCE + "; was\nstep 7\n"))).hasSize(1);
    String head = "RuntimeError: RESOURCE_EXHAUSTED: ";
    LogRun run =
        read(
            head
                + "Error loading program: Attempting to reserve 3.00G at the bottom of memory. That was"
                + " not possible. There are\n2.00G free, 0B reserved, and 1.00G reservable.\n");
    assertThat(failures(run).get(0).bank().freePerBank()).isEqualTo(2L << 30);
    run = read(head + "Out of memory while trying to allocate 6291456\nbytes.\n");
    assertThat(failures(run).get(0).bank().neededPerBank()).isEqualTo(6L << 20);
    run =
        read(
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00\nGiB (GPU 0; 8.00 GiB"
                + " total capacity; 5.00 GiB already allocated; 1.00 GiB\nfree; 6.00 GiB reserved in"
                + " total by PyTorch)\n");
    assertThat(failures(run).get(0).bank().neededPerBank()).isEqualTo(2L << 30);
    run =
        read(
            head
                + "Ran out of memory in memory space vmem while allocating on stack for %f.1 = bf16[16,8]\n"
                + "{1,0:T(8,128)} custom-call(%a.3), custom_call_target=\"tpu_custom_call\". Scoped\n"
                + "allocation with size 24.00M and limit 16.00M exceeded scoped vmem limit by 8.00M.\n");
    assertThat(failures(run).get(0).bank().neededPerBank()).isEqualTo(24L << 20);
    assertThat(failures(run).get(0).where())
        .startsWith("%f.1 = bf16[16,8] {1,0:T(8,128)} custom-call(%a.3)");
  }

  @Test
  void aListGoesOnForAsLongAsItsLinesDo() {
    String list =
        "current utilization of tile 4:\n\t* total: 3GiB\n\t* code: 7MiB\n\t* limit: 4GiB\n";
    for (String end : List.of("", "done\n", SENTENCE + "\n", list.replace('4', '6'))) {
      LogRun run = read(list + end);
      assertThat(run.usage.get("log#1 4 DEFAULT").now().usedBytes()).as(end).isEqualTo(3L << 30);
      assertThat(run.usage.get("log#1 4 DEFAULT").now().capacityBytes()).isEqualTo(4L << 30);
      assertThat(run.rejects).isEmpty();
    }
  }

  @Test
  void aListGoesOnBehindAFewLinesThatSayNothing() {
    String[] lines = {"current utilization of tile 4:", "* total: 3GiB", "* limit: 4GiB"};
    LogRun run = read(lines[0] + "\nstep 8\n" + lines[1] + "\n\nstep 9\n" + lines[2] + "\n");
    assertThat(run.usage.get("log#1 4 DEFAULT").now().capacityBytes()).isEqualTo(4L << 30);
    assertThat(run.status().lines()).isEqualTo(new RunStatus.Lines(1, 5, 0, 0, 0));
    run = read(lines[0] + "\n" + lines[1] + "\n" + "step\n".repeat(5) + lines[2] + "\n");
    assertThat(run.usage.get("log#1 4 DEFAULT").now().capacityBytes()).isZero();
  }

  /** Then the last line of a log that rests is published, too. */
  @Test
  void aListThatHasStatedAllItCanDoesNotWait() {
    String list = "current utilization of tile 4:\n* limit: 4GiB\n* total: 3GiB\n";
    assertThat(LogRun.of(list.getBytes(UTF_8), SETTINGS).usage).hasSize(1);
  }

  @Test
  void aWrappedFailureWaitsForItsOptionalEnd() {
    String[] lines = wrapped("", "").get(5).lines().toArray(String[]::new);
    LogRun run = read(lines[0] + "\n" + lines[1] + "\n; was 77 once\ndone\n");
    assertThat(failures(run)).hasSize(1);
    assertThat(run.status().lines()).isEqualTo(new RunStatus.Lines(1, 3, 0, 0, 0));
    assertThat(LogRun.of((lines[0] + "\n" + lines[1] + "\n").getBytes(UTF_8), SETTINGS).events)
        .isEmpty();
  }

  /** Other writers' lines are all looked at meanwhile, so the wait has an end. */
  @Test
  void aWriterThatFallsSilentIsNotAwaitedForEver() {
    String[] lines = wrapped("[rank3]: ", "").get(5).lines().toArray(String[]::new);
    String others = "[rank4]: step\n".repeat(60);
    assertThat(failures(read(lines[0] + "\n" + others + lines[1] + "\n"))).hasSize(1);
    LogRun run = read(lines[0] + "\n" + others + others + lines[1] + "\n");
    assertThat(failures(run)).isEmpty();
    assertThat(run.rejects).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exhausted", "exhausted the"})
  void aLineMayEndWithinWhatIsSearchedFor(String begin) {
    int at = SENTENCE.indexOf(begin) + begin.length();
    String log = SENTENCE.substring(0, at) + "\n" + SENTENCE.substring(at).strip() + "\n";
    assertThat(failures(read(log))).singleElement().returns("HBM", FailedAllocation::memory);
    assertThat(failures(read(SENTENCE.substring(0, at) + "\nanother line\n"))).isEmpty();
  }

  /** Python's rich wraps its second column, and prints the place of the call in a third one. */
  @Test
  void aTextInAColumnGoesOn() {
    String log =
        """
        [01/06/26 12:50:44] CRITICAL exhausted the pool HBM of     pool.py:104
                                     tile t7: 9 GiB wanted, 3 GiB
                                     free in 1 GiB pieces
        [01/06/26 12:50:45] INFO     a next line                   pool.py:99
        """;
    assertThat(failures(read(log)))
        .singleElement()
        .returns("HBM", FailedAllocation::memory)
        .returns(9L << 30, failed -> failed.bank().neededPerBank());
  }

  @Test
  void aGapGivesTheTextUp() {
    String[] lines = wrapped("", "").get(5).lines().toArray(String[]::new);
    byte[] log = (lines[0] + "\nlost\n" + lines[1] + "\n").getBytes(UTF_8);
    LogRun run = new LogRun(SETTINGS);
    int first = lines[0].length() + 1;
    run.feed("life", log, 0, first);
    run.feed("life", log, first + 5, log.length);
    run.end();
    assertThat(failures(run)).isEmpty();
    assertThat(run.rejects).hasSize(1);
  }

  @ParameterizedTest
  @Timeout(120)
  @ValueSource(
      strings = {
        "* code: 7MiB",
        "current utilization of tile 4:",
        "exhausted the pool HBM of tile t7: 9 GiB wanted, for %x",
        "exhausted the pool HBM",
        "",
        "│"
      })
  void tenThousandHostileLinesTakeLinearTimeAndBoundedMemory(String line) {
    LogRun run = new LogRun(SETTINGS);
    for (String head :
        List.of("current utilization of tile 4:", "exhausted the pool A of tile 7")) {
      run.feedNext("life", (head + "\n" + (line + "\n").repeat(10_000)).getBytes(UTF_8));
    }
    run.restart();
    run.end();
    assertThat(run.status().lines().read()).isEqualTo(20_002);
  }
}
