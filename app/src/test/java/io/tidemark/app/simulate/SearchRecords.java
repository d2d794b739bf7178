package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LogText.Stock;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** The records of a debug build of tpuc-opt, byte for byte. */
final class SearchRecords {

  /** Local memory of a lane of a BM1684X. */
  static final long LANE_BYTES = 262_144;

  private static final String ASSIGN = "; action = lmem_assign; debug_range = given; step = ";
  private static final String RESULT = ASSIGN + "dump_lmem_assign_result; tag = iteration_result;";

  private static final Stock SPEC =
      Stock.of(
          ASSIGN
              + "lmem_spec; tag = stamp; remark = \"show local memory spec of current chip\";"
              + " lmem_eu_bytes = 64; lmem_npu_num = 64; lmem_bytes = "
              + LANE_BYTES
              + "; lmem_banks = 16; lmem_bank_bytes = 16384\n");
  private static final Stock PLACED =
      Stock.of(RESULT + " remark = \"allocate available address for membuf\"; status = success");
  private static final Stock UNPLACED =
      Stock.of(
          RESULT
              + " remark = \"early return since appear mem buffer can't find available lmem"
              + " space\"; status = failed");
  private static final Stock NO_ADDRESS = Stock.of("-1");
  private static final Stock SIZE = Stock.of("; size = ");
  private static final Stock ALL_FAILED =
      Stock.of(
          ASSIGN
              + "assignLmemAddr_finish; tag = failed; remark = \"assign lmem address for all mem"
              + " buffers failed\"; membuf_allocate_failed = ");
  private static final Stock USED = Stock.of("; lmem_already_used = ");
  private static final Stock STRAY_PERCENT = Stock.of("%\n");
  private static final Stock ALL_PLACED =
      Stock.of(
          ASSIGN
              + "assignLmemAddr_finish; tag = success; remark = \"assign lmem address for all mem"
              + " buffers success\"; total_lmem_used = ");

  private SearchRecords() {}

  /** One try of a group: from the chip's data to success or failure. */
  static void attempt(
      LogText log, List<LaneBuffer> buffers, LanePlacement placement, String slicing) {
    Stock slices = Stock.of(slicing + "\n");
    log.add(SPEC);
    for (int i = 0; i < buffers.size(); i++) {
      LaneBuffer buffer = buffers.get(i);
      if (i < placement.placed()) {
        log.add(PLACED).add(buffer.name()).address(placement.addresses()[i]);
      } else {
        log.add(UNPLACED).add(buffer.name()).add(NO_ADDRESS);
      }
      log.add(SIZE).decimal(placement.bytes()[i]).add(buffer.life()).add(slices);
    }
    long used = placement.highWaterBytes();
    if (placement.complete()) {
      log.add(ALL_PLACED).decimal(used);
      log.line("; utilization = " + exponential(100.0 * used / LANE_BYTES) + "%");
    } else {
      log.add(ALL_FAILED).decimal(buffers.size() - placement.placed());
      log.add(USED).decimal(used).add(STRAY_PERCENT);
    }
  }

  /** A positive number, formatted as by C's {@code %e}. */
  static String exponential(double number) {
    BigDecimal seven = new BigDecimal(number).round(new MathContext(7, RoundingMode.HALF_EVEN));
    return String.format(Locale.ROOT, "%.6e", seven);
  }
}
