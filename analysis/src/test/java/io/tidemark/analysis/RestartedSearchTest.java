package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A compiler's search for a fitting setting is judged as a whole, even if the process restarted
 * during it.
 */
class RestartedSearchTest {

  private static final String SPEC =
      "; action = lmem_assign; debug_range = given; step = lmem_spec; tag = stamp; remark = \"x\""
          + "; lmem_eu_bytes = 64; lmem_npu_num = 64; lmem_bytes = 262144; lmem_banks = 16"
          + "; lmem_bank_bytes = 16384\n";

  private static String setting(String status, int secs) {
    return SPEC
        + "; action = lmem_assign; debug_range = given; step = dump_lmem_assign_result"
        + "; tag = iteration_result; status = "
        + status
        + "; lmem_type = LMEM_ACTIVATION; op_type = tpu.Conv2D; op_name = a; addr = "
        + (status.equals("failed") ? "-1" : "0x0")
        + "; size = 64; timestep_start = 0; timestep_end = 20; timestep_mode ="
        + " TIMESTEP_LDST_UNKNOWN; hold_in_lmem = 0; allow_bank_conflict = 0; one_loop = 0"
        + "; shape_secs = 1,1,1,"
        + secs
        + ",1\n; action = lmem_assign; debug_range = given; step = assignLmemAddr_finish; tag = "
        + status
        + "\n";
  }

  private static LogRun search(String first, String second, boolean restart) {
    LogRun run = new LogRun();
    run.feedNext("life", setting(first, 1).getBytes(UTF_8));
    run.publish();
    if (restart) {
      run.restart();
    }
    run.feedNext("life", setting(second, 2).getBytes(UTF_8));
    run.end();
    return run;
  }

  @ParameterizedTest
  @CsvSource({"success, failed, 0", "failed, success, 0", "failed, failed, 1"})
  void itsVerdictIsThatOfTheWholeLog(String first, String second, int alerts) {
    LogRun whole = search(first, second, false);

    assertThat(whole.alerts).hasSize(alerts);
    assertThat(search(first, second, true).alerts).isEqualTo(whole.alerts);
  }
}
