package io.tidemark.analysis.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SectionsTest {

  private static final byte[] PART =
      new SectionWriter(7)
          .section("one", 1, out -> out.number(11))
          .section("two", 2, out -> out.number(22).text("end"))
          .toBytes();

  private static long one(SectionReader in) {
    return in.orRestart("one", 1, PartReader::number, () -> -1L);
  }

  @Test
  void aSectionThatNobodyAsksForIsPassedOver() {
    SectionReader in = new SectionReader(PART, 7);
    assertThat(one(in)).isEqualTo(11);
    assertThat(in.restarted()).isEmpty();
  }

  @Test
  void aSectionThatIsNotThereBeginsAnewAndIsNoFault() {
    SectionReader in = new SectionReader(PART, 7);
    assertThat(in.orRestart("three", 1, PartReader::number, () -> 33L)).isEqualTo(33);
    assertThat(in.restarted()).isEmpty();
  }

  @Test
  void aSectionOfAnotherVersionBeginsAnewAndCostsNoOther() {
    SectionReader in = new SectionReader(PART, 7);
    assertThat(in.orRestart("two", 3, PartReader::number, () -> -1L)).isEqualTo(-1);
    assertThat(one(in)).isEqualTo(11);
    assertThat(in.restarted()).containsExactly("two");
  }

  @Test
  void aSectionWithMoreThanItsReaderAsksForBeginsAnew() {
    SectionReader in = new SectionReader(PART, 7);
    assertThat(in.orRestart("two", 2, PartReader::number, () -> -1L)).isEqualTo(-1);
    assertThat(in.restarted()).containsExactly("two");
  }

  @Test
  void aSectionWithLessThanItsReaderAsksForBeginsAnew() {
    SectionReader in = new SectionReader(PART, 7);
    assertThat(in.orRestart("one", 1, section -> section.number() + section.number(), () -> -1L))
        .isEqualTo(-1);
    assertThat(in.restarted()).containsExactly("one");
  }

  @Test
  void aLayoutOfAnotherVersionIsRefusedWithBothVersions() {
    assertThatThrownBy(() -> new SectionReader(PART, 8))
        .isInstanceOf(OtherVersion.class)
        .hasMessageContaining("version 7")
        .hasMessageContaining("reads version 8");
  }

  @Test
  void aPartThatIsCutIsAnErrorThatSaysWhere() {
    byte[] cut = Arrays.copyOf(PART, PART.length - 2);
    assertThatThrownBy(() -> new SectionReader(cut, 7))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("bytes wanted at byte");
  }
}
