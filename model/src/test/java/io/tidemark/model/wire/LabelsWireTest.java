package io.tidemark.model.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.run.RunSource;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Labels of a source in the records of topics. */
class LabelsWireTest {

  private static final Map<String, String> LABELS = Map.of("pod", "train-0", "job", "qwen \"7b\"");
  private static final byte[] TEXT = "a\n".getBytes(UTF_8);

  private final Headers headers = new RecordHeaders();

  private void write(Slice slice) {
    Topics.LINES.value().serializer().serialize(Topics.LINES.name(), headers, slice);
  }

  private Slice read() {
    return Topics.LINES.value().deserializer().deserialize(Topics.LINES.name(), headers, TEXT);
  }

  private static Slice slice() {
    return new Slice("g", 0, 2, 1, false, false, 1, 2, TEXT);
  }

  @Test
  void aSliceCarriesOneHeaderForEach() {
    write(slice().from(new SliceOrigin("box-1", LABELS)));
    assertThat(new String(headers.lastHeader("label.pod").value(), UTF_8)).isEqualTo("train-0");
    assertThat(read().origin()).isEqualTo(new SliceOrigin("box-1", LABELS));
  }

  @Test
  void aSliceOfAnOlderTailerHasNone() {
    write(slice());
    assertThat(headers.toArray()).noneMatch(header -> header.key().startsWith("label."));
    assertThat(read().origin()).isEqualTo(SliceOrigin.UNKNOWN);
  }

  @Test
  void aForeignRecordWithAnotherLabelIsNoSlice() {
    write(slice());
    headers.add("label.run", "x".getBytes(UTF_8));
    assertThatThrownBy(this::read)
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("the name run is one of Tidemark's own");
  }

  @Test
  void aRunsRecordNamesThemOnlyWhereThereAreAny() {
    RunSource labelled = new RunSource("g", 1, null, null, LABELS, null);
    assertThat(Json.MAPPER.valueToTree(labelled).toString())
        .contains("\"labels\":{\"job\":\"qwen \\\"7b\\\"\",\"pod\":\"train-0\"}");
    assertThat(Json.MAPPER.convertValue(Json.MAPPER.valueToTree(labelled), RunSource.class))
        .isEqualTo(labelled);
    String without = Json.MAPPER.valueToTree(new RunSource("g", 1, null)).toString();
    assertThat(without).doesNotContain("labels");
    assertThat(Json.MAPPER.readValue(without, RunSource.class).labels()).isEmpty();
  }
}
