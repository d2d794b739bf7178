package io.tidemark.analysis.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.smile.SmileMapper;

/** What stands where a class of stored state changed between two builds. */
class StateFormatTest {

  enum Kind {
    DRAM,
    L1
  }

  record Old(long bytes, @Nullable Long freeBytes, List<String> names, Kind kind) {
    boolean isFull() {
      return freeBytes == null;
    }
  }

  record More(long bytes, @Nullable Long more) {}

  record MoreIfKnown(
      long bytes, @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Long more) {}

  record OtherType(String bytes) {}

  record NumberAsText(long kind) {}

  record Less(long bytes) {}

  @Stored
  static final class Counts {
    private final List<Old> memories = new ArrayList<>();
    private final Map<String, Long> byName = new TreeMap<>();
    private long read;
    private @Nullable Long dropped;

    @SuppressWarnings("UnusedVariable") // stored
    private String name = "";

    private transient long unstored = 5;

    Counts() {}

    boolean isRead() {
      return read > 0;
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
  sealed interface Shape {
    record Row(long n) implements Shape {}

    record Page(Map<String, Shape> rows) implements Shape {}

    @Stored
    final class Sum implements Shape {
      private long n;

      Sum() {}
    }
  }

  private static final Old OLD = new Old(5, null, List.of("a"), Kind.L1);

  private static final TypeReference<HashMap<String, Object>> NAMES = new TypeReference<>() {};

  private static byte[] without(Object state, String name) {
    SmileMapper mapper = new SmileMapper();
    Map<?, ?> fields = mapper.readValue(StateFormat.write(state), Map.class);
    assertThat(fields.containsKey(name)).as(name).isTrue();
    fields.remove(name);
    return mapper.writeValueAsBytes(fields);
  }

  private static byte[] with(Object state, String name, @Nullable Object value) {
    SmileMapper mapper = new SmileMapper();
    Map<String, Object> fields = mapper.readValue(without(state, name), NAMES);
    fields.put(name, value);
    return mapper.writeValueAsBytes(fields);
  }

  @Test
  void aRecordIsStoredByTheNamesOfItsComponents() {
    assertThat(StateFormat.read(StateFormat.write(OLD), Old.class)).isEqualTo(OLD);
    assertThat(new SmileMapper().readValue(StateFormat.write(OLD), NAMES))
        .containsOnlyKeys("bytes", "freeBytes", "names", "kind");
  }

  @Test
  void anUnknownNameIsSkipped() {
    assertThat(StateFormat.read(StateFormat.write(OLD), Less.class)).isEqualTo(new Less(5));
  }

  @Test
  void anAbsentValueIsNullOnlyIfItMayBeAbsent() {
    assertThat(StateFormat.read(StateFormat.write(OLD), MoreIfKnown.class).more()).isNull();
    assertRefused(StateFormat.write(OLD), More.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes", "freeBytes", "names", "kind"})
  void aRecordWithoutAComponentIsRefused(String name) {
    assertRefused(without(OLD, name), Old.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"memories", "byName", "read", "dropped", "name"})
  void anObjectWithoutAFieldIsRefused(String name) {
    assertRefused(without(new Counts(), name), Counts.class);
  }

  @Test
  void nullIsRefusedWhereTheClassHasNone() {
    assertRefused(with(OLD, "names", null), Old.class);
    assertRefused(with(OLD, "bytes", null), Old.class);
    assertRefused(with(OLD, "names", new String[] {null}), Old.class);
    assertRefused(with(new Counts(), "name", null), Counts.class);
    assertRefused(with(new Counts(), "read", null), Counts.class);
    assertRefused(with(new Counts(), "byName", null), Counts.class);
    Map<String, @Nullable Long> none = new HashMap<>();
    none.put("a", null);
    assertRefused(with(new Counts(), "byName", none), Counts.class);
  }

  @Test
  void anotherTypeIsRefused() {
    assertRefused(StateFormat.write(OLD), OtherType.class);
    assertRefused(StateFormat.write(OLD), NumberAsText.class);
    assertRefused(with(new Counts(), "read", "1"), Counts.class);
    assertRefused(with(new Counts(), "read", 1.0), Counts.class);
    assertRefused(with(new Counts(), "name", 1), Counts.class);
    assertRefused(with(new Counts(), "memories", Map.of()), Counts.class);
    assertRefused(with(new Counts(), "byName", List.of()), Counts.class);
    assertRefused(StateFormat.write(List.of()), Counts.class);
    assertRefused(StateFormat.write("text"), Counts.class);
  }

  private static void assertRefused(byte[] stored, Class<?> type) {
    assertThatExceptionOfType(JacksonException.class)
        .as(type.getSimpleName())
        .isThrownBy(() -> StateFormat.read(stored, type));
  }

  @Test
  void aMutableClassIsStoredByTheNamesOfItsFields() {
    Counts counts = new Counts();
    counts.read = 7;
    counts.unstored = 6;
    counts.memories.add(OLD);
    counts.byName.put("b", 2L);
    counts.byName.put("a", 1L);
    Counts restored = StateFormat.read(StateFormat.write(counts), Counts.class);
    assertThat(restored.read).isEqualTo(7);
    assertThat(restored.dropped).isNull();
    assertThat(restored.unstored).isEqualTo(5);
    assertThat(restored.memories).containsExactly(OLD);
    restored.memories.add(OLD);
    restored.byName.put("0", 0L);
    assertThat(restored.byName.keySet()).containsExactly("0", "a", "b");
  }

  @Test
  void aCaseOfASealedTypeIsStoredByItsName() {
    Shape.Sum sum = new Shape.Sum();
    sum.n = 3;
    Shape page = new Shape.Page(Map.of("a", new Shape.Row(4)));
    assertThat(StateFormat.read(StateFormat.write(page), Shape.class)).isEqualTo(page);
    assertThat(StateFormat.read(StateFormat.write(sum), Shape.class))
        .isInstanceOfSatisfying(Shape.Sum.class, read -> assertThat(read.n).isEqualTo(3));
  }
}
