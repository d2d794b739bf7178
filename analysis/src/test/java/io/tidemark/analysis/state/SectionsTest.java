package io.tidemark.analysis.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SectionsTest {

  record One(long n) {}

  record Two(long n, String end) {}

  record Other(String n) {}

  private static final byte[] PART =
      new Sections().put("one", new One(11)).put("two", new Two(22, "end")).toBytes();

  private static long one(Sections in) {
    return in.orRestart("one", One.class, One::n, () -> -1L);
  }

  @Test
  void aSectionThatNobodyAsksForIsPassedOver() {
    Sections in = Sections.read(PART);
    assertThat(one(in)).isEqualTo(11);
    assertThat(in.restarted()).isEmpty();
  }

  @Test
  void aSectionThatIsNotThereBeginsAnewAndIsNoFault() {
    Sections in = Sections.read(PART);
    assertThat(in.orRestart("three", One.class, () -> new One(33)).n()).isEqualTo(33);
    assertThat(in.restarted()).isEmpty();
  }

  @Test
  void aSectionThatCannotBeReadBeginsAnewAndCostsNoOther() {
    Sections in = Sections.read(PART);
    assertThat(in.orRestart("two", Other.class, () -> new Other("new")).n()).isEqualTo("new");
    assertThat(one(in)).isEqualTo(11);
    assertThat(in.restarted()).containsExactly("two");
  }

  @Test
  void aSectionWhoseOwnerRefusesItBeginsAnew() {
    Sections in = Sections.read(PART);
    long read =
        in.orRestart(
            "one",
            One.class,
            one -> {
              throw new IllegalStateException("not " + one.n());
            },
            () -> -1L);
    assertThat(read).isEqualTo(-1);
    assertThat(in.restarted()).containsExactly("one");
  }

  @Test
  void aSectionWithoutADefaultMustBeThere() {
    Sections in = Sections.read(PART);
    assertThat(in.required("one", One.class).n()).isEqualTo(11);
    assertThatThrownBy(() -> in.required("three", One.class))
        .hasMessageContaining("no section three");
    assertThatThrownBy(() -> in.required("one", Other.class)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void aPartThatIsCutOrNoneIsAnError() {
    byte[] cut = Arrays.copyOf(PART, PART.length - 2);
    assertThatThrownBy(() -> Sections.read(cut)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> Sections.read(new byte[] {10, 1, 2}))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> Sections.read(new byte[0])).isInstanceOf(RuntimeException.class);
  }
}
