package io.tidemark.analysis.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/** What stands where a class of stored state changed between two builds. */
class StateFormatTest {

  enum Kind {
    DRAM,
    L1
  }

  record Old(long bytes, @Nullable Long freeBytes, List<String> names, Kind kind) {}

  record More(
      long bytes, @Nullable Long freeBytes, List<String> names, Kind kind, @Nullable Long more) {}

  record MoreNumbers(long bytes, long more) {}

  record OtherType(String bytes) {}

  record NumberAsText(long kind) {}

  record Less(long bytes) {}

  @Stored
  static final class Counts {
    private long read;
    private @Nullable Long dropped;
    private List<Old> memories = new ArrayList<>();
    private transient long unstored = 5;

    Counts() {}
  }

  @Stored
  static final class MoreCounts {
    private long read;
    private long dropped;

    MoreCounts() {}

    long all() {
      return read + dropped;
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
  sealed interface Shape {
    record Row(long n) implements Shape {}

    record Page(Map<String, Shape> rows) implements Shape {}
  }

  private static final Old OLD = new Old(5, null, List.of("a"), Kind.L1);

  @Test
  void aRecordIsStoredByTheNamesOfItsComponents() {
    assertThat(StateFormat.read(StateFormat.write(OLD), Old.class)).isEqualTo(OLD);
  }

  @Test
  void anAbsentValueIsUnknownAndAnUnknownNameIsSkipped() {
    assertThat(StateFormat.read(StateFormat.write(OLD), More.class).more()).isNull();
    assertThat(StateFormat.read(StateFormat.write(OLD), Less.class)).isEqualTo(new Less(5));
  }

  @Test
  void anAbsentNumberAndAnotherTypeAreRefused() {
    for (Class<?> other : List.of(MoreNumbers.class, OtherType.class, NumberAsText.class)) {
      assertThatExceptionOfType(JacksonException.class)
          .as(other.getSimpleName())
          .isThrownBy(() -> StateFormat.read(StateFormat.write(OLD), other));
    }
  }

  @Test
  void aMutableClassIsStoredByTheNamesOfItsFields() {
    Counts counts = new Counts();
    counts.read = 7;
    counts.unstored = 6;
    counts.memories.add(OLD);
    Counts restored = StateFormat.read(StateFormat.write(counts), Counts.class);
    assertThat(restored.read).isEqualTo(7);
    assertThat(restored.dropped).isNull();
    assertThat(restored.unstored).isEqualTo(5);
    assertThat(restored.memories).containsExactly(OLD);
    restored.memories.add(OLD);
    assertThat(new MoreCounts().all()).isZero();
    assertThatExceptionOfType(JacksonException.class)
        .isThrownBy(() -> StateFormat.read(StateFormat.write(counts), MoreCounts.class));
  }

  @Test
  void aCaseOfASealedTypeIsStoredByItsName() {
    Shape page = new Shape.Page(Map.of("a", new Shape.Row(4)));
    assertThat(StateFormat.read(StateFormat.write(page), Shape.class)).isEqualTo(page);
  }
}
