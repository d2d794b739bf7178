package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.analysis.alert.Thresholds;
import io.tidemark.analysis.message.Catalogue;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.system.message.Messages;
import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.model.log.Reject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A chip that is given in addition to a compiler's log. */
class GivenChipTest {

  private static final Settings TOLD =
      new Settings(
          Thresholds.DEFAULT, LogSystems.all(Chip.BM1688, new Messages(Catalogue.BUILT_IN, 0)));

  private static final String PLACED =
      "; action = lmem_assign; debug_range = given; step = dump_lmem_assign_result; tag ="
          + " iteration_result; remark = \"found\"; status = success; lmem_type = LMEM_ACTIVATION;"
          + " op_type = tpu.Add; op_name = add; addr = 0x00000000; size = 64; timestep_start = 0;"
          + " timestep_end = 1; timestep_mode = TIMESTEP_LDST_UNKNOWN; hold_in_lmem = 0;"
          + " allow_bank_conflict = 0; one_loop = 0; shape_secs = 1,1,1,1,1\n";
  private static final String SPEC =
      "; action = lmem_assign; debug_range = given; step = lmem_spec; tag = stamp; remark ="
          + " \"spec\"; lmem_eu_bytes = 64; lmem_npu_num = 64; lmem_bytes = 262144; lmem_banks ="
          + " 16; lmem_bank_bytes = 16384\n";

  @Test
  void itsLaneIsThePlansMemoryAcrossARestart() {
    byte[] log = (PLACED + PLACED.replace("= add;", "= mul;")).getBytes(UTF_8);
    LogRun run = new LogRun(TOLD);
    run.feed("life", log, 0, PLACED.length());
    run.restart();
    run.feed("life", log, PLACED.length(), log.length);
    run.end();

    assertThat(run.rejects).isEmpty();
    assertThat(run.summaries())
        .hasSize(1)
        .extracting(plan -> plan.space().capacityBytes(), plan -> plan.space().bankBytes())
        .containsExactly(tuple(128L * 1024, 8L * 1024));
    assertThat(LogRun.of(log).summaries())
        .extracting(plan -> plan.space().capacityBytes())
        .containsExactly(0L);
  }

  /**
   * Lane and bank size of each chip, from the table of the format's page; 0 for an unknown chip.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 524288, 65536",
    "3, 262144, 16384",
    "4, 131072, 8192",
    "5, 262144, 16384",
    "8, 0, 0"
  })
  void aRuntimesProfileNamesItByNumber(int arch, long lane, long bank) {
    LogRun run = LogRun.of(("[bmprofile] arch=" + arch + "\n" + PLACED).getBytes(UTF_8));
    assertThat(run.rejects).isEmpty();
    assertThat(run.summaries())
        .extracting(plan -> plan.space().capacityBytes(), plan -> plan.space().bankBytes())
        .containsExactly(tuple(lane, bank));
    assertThat(run.runs.firstEntry().getValue().formats()).containsExactly("bmprofile", "tpu-mlir");
  }

  @Test
  void whatARecordStatesWinsOverANumber() {
    LogRun run = LogRun.of(("[bmprofile] arch=4\n" + SPEC + PLACED).getBytes(UTF_8));
    assertThat(run.summaries())
        .extracting(plan -> plan.space().capacityBytes())
        .containsExactly(262_144L);
    assertThat(LogRun.of("[bmprofile] arch=x\n".getBytes(UTF_8)).rejects)
        .extracting(Reject::column)
        .containsExactly(18);
  }

  @Test
  void whatTheLogStatesWins() {
    LogRun run = LogRun.of((SPEC + PLACED).getBytes(UTF_8), TOLD);
    assertThat(run.summaries())
        .extracting(plan -> plan.space().capacityBytes())
        .containsExactly(262_144L);
  }
}
