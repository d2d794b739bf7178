package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tools that carry a log write around its lines does not hide them. */
class TransportsTest {

  /** Transports whose lines hold the text as it is, at their end. */
  private static final List<String> BEFORE =
      List.of(
          "2026-03-03 07:08:09 ", // ts '%F %T'
          "2026-03-03 07:08:09.654321 ", // ts '%F %.T'
          "00:41:07 ", // ts -s
          "00:41:07.250000 ",
          "<13>1 2026-03-03T07:08:09.5+01:00 rack4 job 77 RUN - ",
          "<13>1 2026-03-03T07:08:09Z rack4 job - - [o@9 a=\"x \\]\" b=\"y\"][p@9 c=\"\"] ",
          "1 2026-03-03T07:08:09.5Z rack4 job - - - ",
          "pretrain-3 main 2026-03-03T07:08:09.123456789Z ", // stern
          "pretrain-3 main 03-03 07:08:09 ",
          "pretrain-3 › main ",
          "07:08:09 trainer.2 | ", // foreman
          "\u001b[36m07:08:09 trainer.2 | \u001b[0m",
          "3|pretrain | ", // pm2
          "[pretrain]   | ", // concurrently
          "2026-03-03 07:08:09,250 DEBG 'pretrain' stdout output: ", // supervisord
          "[2026-03-03 07:08:09] ",
          "\u001b[K",
          "\u001b[01;31m\u001b[K",
          "\u001b[33m[2026-03-03 07:08:09.5]\u001b[0m ",
          "2026-03-03T07:08:09.500000Z 00O ", // GitLab
          "\u001b_bk;t=1772521689500\u0007", // Buildkite
          "2026-03-03T07:08:09.5000000Z ##[error]", // GitHub, Azure
          "##[group]",
          "rack4-12: ", // pdsh
          "rack4.lan: ",
          "rack4-12: rack4-12: ", // DeepSpeed
          "2026-03-03T07:08:09Z {job=\"pretrain\", level=\"info\"} ", // logcli
          "2026-03-03T07:08:09+01:00 {} {job=\"pretrain\"} ",
          "[rank: 5] ", // Lightning
          "[Rank 5] ", // Megatron
          "pretrain/4 "); // torchx

  /** Transports that write the text as a JSON string: what stands before and behind it. */
  private static final List<String> AROUND =
      List.of(
          "{\"insertId\":\"q\",\"textPayload\":%s,\"timestamp\":\"2026-03-03T07:08:09Z\"}",
          "{\"jsonPayload\":{\"message\":%s,\"level\":\"info\"},\"severity\":\"INFO\"}",
          "{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":\"k\",\"value\":{\"stringValue\":\"v\"}}]},"
              + "\"scopeLogs\":[{\"logRecords\":[{\"timeUnixNano\":\"1772521689500000000\","
              + "\"body\":{\"stringValue\":%s},\"attributes\":[]}]}]}]}",
          "{\"body\":%s,\"severity_text\":\"INFO\"}",
          "{\"labels\":{\"job\":\"pretrain\"},\"line\":%s,\"timestamp\":\"2026-03-03T07:08:09Z\"}",
          "{\"event\":%s,\"level\":\"info\"}",
          "{\"id\":\"q\",\"content\":{\"message\":%s,\"service\":\"pretrain\"}}",
          "2026-03-03T07:08:09+00:00\tkube.pretrain\t{\"log\":%s}", // fluentd's file
          "2026-03-03 07:08:09.500000000 -0700 kube.pretrain: {\"log\":%s}",
          "[0] kube.pretrain: [1772521689.500000000, {\"log\"=>%s, \"n\"=>3}]", // Fluent Bit
          "[7] kube.pretrain: [[1772521689.500000000, {}], {\"log\"=>%s}]",
          "time=2026-03-03T07:08:09Z level=info msg=%s", // logfmt
          "ts=1772521689.5 caller=a.go:7 level=error message=%s pod=\"a b\" path=C:\\x n=",
          "level=warn msg=%s");

  private static final String FATAL =
      "2026-02-27 11:12:13.456 | critical |          Always | TT_FATAL: Out of Memory: Not enough"
          + " space to allocate 7340032 B L1 buffer across 56 banks, where each bank needs to"
          + " store 131072 B, but bank size is 1395424 B (allocated: 1300000 B, free: 95424 B,"
          + " largest free block: 64000 B) (b.hpp:9)";

  private static final String XLA =
      "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to"
          + " allocate 912680550 bytes.";

  private static final String USE =
      "                 Always |     INFO | Device DRAM memory state: MemoryView{numBanks: 8,"
          + " totalBytesPerBank: 77.000 MB, totalBytesAllocatedPerBank: 33.000 MB,"
          + " totalBytesFreePerBank: 44.000 MB, largestContiguousBytesFreePerBank: 41.000 MB}";

  /**
   * Transports that do not carry every line of a table: a host and a program, prose, an indent, or
   * the line before may stand behind them, too.
   */
  private static final List<String> HEADED =
      List.of(
          "Mar  3 07:08:09 ", // ts
          "2026-03-03T07:08:09+0100 ", // ts '%FT%T%z'
          "07:08:09  ", // Jenkins
          "pretrain-6c9f7d5b8-q7x2z main ", // stern
          "2026-03-03T07:08:09.500000Z 0aE+"); // GitLab

  static final List<String> TRANSPORTS =
      Stream.concat(
              BEFORE.stream().map(before -> before.replace("%", "%%") + "%s"), AROUND.stream())
          .toList();

  private static String carried(String transport, String log) {
    boolean quotes = AROUND.contains(transport);
    return Wrapping.joined(
        Wrapping.split(log).stream()
            .map(line -> String.format(transport, quotes ? Wrapping.json(line) : line))
            .toList());
  }

  private static RunStatus status(String log) {
    LogRun run = LogRun.of(log.getBytes(UTF_8));
    assertThat(run.runs).as(log).hasSize(1);
    return run.runs.firstEntry().getValue();
  }

  /** Bytes of the allocations that failed. */
  static List<Long> needed(RunStatus status) {
    RunFailures failures = status.failures();
    Refusals refused = failures.refused();
    return Stream.concat(
            failures.newest().stream().map(MemoryEvent.OutOfMemory::allocation),
            refused == null
                ? Stream.of()
                : refused.newest().stream().map(Refusals.Refused::allocation))
        .map(failed -> failed.shortage().neededBytes())
        .toList();
  }

  private static List<Long> needed(String log) {
    return needed(status(log));
  }

  @ParameterizedTest
  @FieldSource("TRANSPORTS")
  void aLogSaysTheSameBehindEachTransport(String transport) throws IOException {
    for (String name : WrappedLogsTest.LOGS) {
      String log = WrappedLogsTest.log(name);
      WrappedLogsTest.assertSameFigures(log, carried(transport, log), name + " " + transport);
      String inner = Wrapping.RAY.log(log);
      WrappedLogsTest.assertSameFigures(log, carried(transport, inner), name + " " + transport);
      String outer = Wrapping.DOCKER_JSON.log(carried(transport, log));
      WrappedLogsTest.assertSameFigures(log, outer, name + " in JSON " + transport);
    }
  }

  static final List<String> ALL =
      Stream.concat(TRANSPORTS.stream(), HEADED.stream().map(before -> before + "%s")).toList();

  @ParameterizedTest
  @FieldSource("ALL")
  void aFailureAndAUseAreReadBehindEachTransport(String transport) {
    assertThat(needed(carried(transport, FATAL))).containsExactly(7340032L);
    assertThat(needed(carried(transport, XLA))).containsExactly(912680550L);
    RunStatus use = status(carried(transport, USE));
    assertThat(use.lines()).isEqualTo(new RunStatus.Lines(1, 0, 0, 0, 0));
    assertThat(use.snapshots()).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "in gpt-4 %s",
        "gpt-4 says: %s",
        "user7 wrote: %s",
        "07:08:09 <kim> %s",
        "07:08:09 kim: why %s",
        "[2026-03-03 07:08:09] kim asked: %s",
        "step3: prompt: %s",
        "[0] kube.chat: [1772521689.5, {\"log\"=>\"user: %s\"}]",
        "level=info prompt=\"%s\"",
        "level=info msg=\"prompt: %s\"",
        "level=info msg=\"open %s",
        "{\"body\":\"%s\",\"user\":\"kim\"}",
        "{\"event\":\"%s\",\"user\":\"kim\"}",
        "{\"line\":\"%s\"}",
        "{\"role\":\"user\",\"content\":\"%s\"}",
        "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}"
      })
  void whatIsQuotedInATransportStaysQuoted(String quotation) {
    for (String said : List.of(FATAL, XLA)) {
      QuotedLinesTest.assertSaysNothing(String.format(quotation, said) + "\n");
    }
  }

  /** The job's log of GitHub's command line names the job and the step of each line. */
  @Test
  void theColumnsOfGitHubAreSteppedOver() {
    String columns = "train (3.12, a)\tRun pretrain.py\t2026-03-03T07:08:09.5000000Z ";
    assertThat(needed(columns + FATAL + "\n")).containsExactly(7340032L);
    assertThat(needed(columns + "##[error]" + XLA + "\n")).containsExactly(912680550L);
    assertThat(status(columns + USE + "\n").snapshots()).isOne();
    QuotedLinesTest.assertSaysNothing("a\tuser\t" + XLA + "\n");
  }

  @Test
  void anExportHoldsSeveralTexts() {
    String record = "{\"timeUnixNano\":\"1772521689500000000\",\"body\":{\"stringValue\":%s}}";
    String log =
        "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[%s,%s]}]}]}\n"
            .formatted(
                record.formatted(Wrapping.json("starts")), record.formatted(Wrapping.json(USE)));
    RunStatus status = status(log);
    assertThat(status.snapshots()).isOne();
    assertThat(status.lines().read()).isOne();
  }

  @Test
  void theEscapesOfARecordAreRead() {
    String text = "caught: \\u001b[31m\\x1b[1m\\n" + XLA + "\\t";
    assertThat(needed("ts=1 level=error err=\"a \\\"b\\\" \\\\\" msg=\"" + text + "\" c=d\n"))
        .containsExactly(912680550L);
  }

  /** A program may print such words itself. */
  @ParameterizedTest
  @ValueSource(strings = {"rack%d.lan: ", "iteration%d: ", "pretrain-%d main ", "step/%d "})
  void aWordWithANumberIsNoWriter(String wrapper) {
    StringBuilder log = new StringBuilder();
    for (int worker = 1; worker <= 3; worker++) {
      log.append(String.format(wrapper, worker)).append(USE).append('\n');
    }
    LogRun run = LogRun.of(log.toString().getBytes(UTF_8));
    assertThat(run.runs).hasSize(1);
    assertThat(run.status().snapshots()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"'%d|pretrain | ', %d", "'[rank: %d] ', rank%d", "'[Rank %d] ', rank%d"})
  void thePlaceOfALineIsItsWriter(String wrapper, String writer) {
    StringBuilder log = new StringBuilder();
    for (int worker = 1; worker <= 2; worker++) {
      log.append(String.format(wrapper, worker)).append(USE).append('\n');
    }
    LogRun run = LogRun.of(log.toString().getBytes(UTF_8));
    assertThat(run.runs.values().stream().map(status -> status.source().worker()))
        .containsExactlyInAnyOrder(String.format(writer, 1), String.format(writer, 2));
  }
}
