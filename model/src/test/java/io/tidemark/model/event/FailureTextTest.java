package io.tidemark.model.event;

import static io.tidemark.model.event.Diagnosis.A_FREE_BLOCK_COULD_HOLD_IT;
import static io.tidemark.model.event.Diagnosis.BUFFERS_CLASH;
import static io.tidemark.model.event.Diagnosis.FRAGMENTED;
import static io.tidemark.model.event.Diagnosis.LARGER_THAN_AN_EMPTY_BANK;
import static io.tidemark.model.event.Diagnosis.NOT_ENOUGH_FREE;
import static io.tidemark.model.event.Diagnosis.TRACE_REGION_TOO_SMALL;
import static io.tidemark.model.event.Diagnosis.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.ByteSize;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTextTest {

  private static final long MIB = ByteSize.MIB;

  private static FailedAllocation failed(
      int banks, @Nullable Long needed, BankBytes bank, Diagnosis diagnosis) {
    return new FailedAllocation(
        "0", "DRAM", new Shortage(banks, needed, bank), diagnosis, null, "ConcatOp");
  }

  @Test
  void figuresAreOfAllBanksAndThoseOfOneAreInBrackets() {
    FailedAllocation full =
        failed(
            12,
            240 * MIB,
            BankBytes.stated(20 * MIB, 1000 * MIB, 990 * MIB, 10 * MIB, 5 * MIB),
            NOT_ENOUGH_FREE);

    assertThat(FailureText.why(full))
        .isEqualTo(
            "ConcatOp needed 240.0 MiB; 120.0 MiB were free, the largest block 60.0 MiB: not enough"
                + " free");
    assertThat(FailureText.fits(full)).isNull();
  }

  @Test
  void whatIsFragmentedWouldFitInOnePiece() {
    FailedAllocation fragmented =
        failed(1, null, BankBytes.stated(20 * MIB, -1, -1, 90 * MIB, 15 * MIB), FRAGMENTED);

    assertThat(FailureText.why(fragmented))
        .isEqualTo(
            "ConcatOp needed 20.0 MiB; 90.0 MiB were free, the largest block 15.0 MiB: fragmented");
    assertThat(FailureText.fits(fragmented))
        .isEqualTo("with 5.00 MiB less, or with the free bytes in one piece");
  }

  @Test
  void aMemoryWithoutBanksStatesItsExcess() {
    FailedAllocation larger =
        new FailedAllocation(
            "3",
            "HBM",
            Shortage.ofOneBank(BankBytes.stated(18 * 1024 * MIB, 15 * 1024 * MIB, -1, -1, -1)),
            LARGER_THAN_AN_EMPTY_BANK,
            null,
            null);

    assertThat(FailureText.sentence(larger))
        .isEqualTo(
            "HBM of device 3: An allocation needed 18.00 GiB of 15.00 GiB HBM: 3.00 GiB too much");
    assertThat(FailureText.fits(larger)).isNull();
  }

  @Test
  void aClashSaysByHowMuch() {
    FailedAllocation clash =
        new FailedAllocation(
            "0",
            "L1",
            new Shortage(1, null, BankBytes.stated(7168, -1, -1, 5120, -1)),
            BUFFERS_CLASH,
            "program 5",
            null);

    assertThat(FailureText.sentence(clash))
        .isEqualTo(
            "L1: An allocation on program 5 needed 7.00 KiB; 5.00 KiB were free: static buffers clash"
                + " with L1 buffers, 2.00 KiB too much");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          for one buffer                    | An allocation for one buffer needed 5 B, cause unknown
          for the KV cache: nothing is left | An allocation for the KV cache needed 5 B: nothing is left
          a.cc:7: f                         | An allocation on a.cc:7: f needed 5 B, cause unknown
          """)
  void whatARequestWasForIsInTheWordsOfItsRow(String where, String why) {
    FailedAllocation failed =
        new FailedAllocation(
            "0",
            "VRAM",
            Shortage.ofOneBank(BankBytes.stated(5, -1, -1, -1, -1)),
            UNKNOWN,
            where,
            null);

    assertThat(FailureText.why(failed)).isEqualTo(why);
  }

  @Test
  void aRegionIsStatedInTheBytesToSet() {
    BankBytes region = BankBytes.stated(3_000_000, 1_000_000, -1, -1, -1);

    assertThat(FailureText.fits(failed(12, null, region, TRACE_REGION_TOO_SMALL))).isNull();
  }

  @Test
  void nothingIsSaidThatTheLogDoesNotState() {
    FailedAllocation bare = failed(1, null, BankBytes.stated(-1, -1, -1, -1, -1), UNKNOWN);

    assertThat(FailureText.why(bare)).isEqualTo("ConcatOp failed, cause unknown");
    assertThat(FailureText.fits(bare)).isNull();
    assertThat(
            FailureText.fits(
                failed(1, 5L, BankBytes.stated(5, -1, -1, 9, 8), A_FREE_BLOCK_COULD_HOLD_IT)))
        .isNull();
  }
}
