package io.tidemark.model.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.FindingKind;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.PlanState;
import io.tidemark.model.Position;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Records of earlier releases can be read, and are written unchanged. */
class OldRecordsTest {

  private static final Pattern EXAMPLE =
      Pattern.compile("\n## (\\S+)\n\n```json\n(.*?)```", Pattern.DOTALL);

  private record Example(String topic, String json) {}

  /** Topics whose records are read in the old layout and written in a newer one. */
  private static final Set<String> WRITTEN_ANEW = Set.of(Topics.EVENTS.name());

  static List<Example> examples() throws IOException {
    try (InputStream in = OldRecordsTest.class.getResourceAsStream("records-0.1.0.md")) {
      String page = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
      return EXAMPLE.matcher(page).results().map(OldRecordsTest::example).toList();
    }
  }

  private static Example example(MatchResult found) {
    return new Example(found.group(1), found.group(2));
  }

  private static Topic<?, ?> topic(String name) {
    return Topics.ALL.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private static String written(Topic<?, ?> topic, String json) {
    return new String(rewritten(topic, json), UTF_8);
  }

  private static <V> V read(Topic<?, V> topic, String json) {
    return topic.value().deserializer().deserialize(topic.name(), json.getBytes(UTF_8));
  }

  private static <V> byte[] rewritten(Topic<?, V> topic, String json) {
    V value = read(topic, json);
    return topic.value().serializer().serialize(topic.name(), value);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void aRecordOfTheLastReleaseIsWrittenAsItWas(Example example) {
    Topic<?, ?> topic = topic(example.topic());
    String written = written(topic, example.json());
    if (WRITTEN_ANEW.contains(topic.name())) {
      assertThat(read(topic, written)).isEqualTo(read(topic, example.json()));
    } else {
      assertThat(Json.MAPPER.readTree(written)).isEqualTo(Json.MAPPER.readTree(example.json()));
    }
  }

  @Test
  void everyTopicOfDocumentsHasAnExample() throws IOException {
    assertThat(examples())
        .extracting(Example::topic)
        .contains(Topics.POSITIONS.name(), Topics.OWNERS.name(), Topics.EVENTS.name())
        .contains(Topics.REJECTS.name(), Topics.ALERTS.name())
        .containsAll(
            Topics.BOARD.stream().map(Topic::name).filter(name -> !name.isEmpty()).toList());
  }

  private static PlanRecord.Summary plan(String state, String finding) {
    String json =
        """
        {"type": "summary", "memory": "HBM", "setting": "", "state": "%s", "usedPerStep": [],
         "usedPerStepWithFailed": [], "unpaddedPerStep": [], "peakBytes": 7, "classBytes": {},
         "peakOwners": [], "backings": [], "findings": [{"kind": "%s", "what": "b"}]}
        """
            .formatted(state, finding);
    return (PlanRecord.Summary)
        Topics.PLANS.value().deserializer().deserialize("any", json.getBytes(UTF_8));
  }

  @Test
  void figuresThatAnOlderReleaseDidNotStateAreUnknown() {
    PlanRecord.Summary plan = plan("success", "OVERLAP");
    assertThat(plan.peakBytes()).isEqualTo(7);
    assertThat(plan.peaks().logical().bytes()).isNull();
    assertThat(plan.space().bankBytes()).isZero();
  }

  @Test
  void aPositionOfAnOlderReleaseHasNoLineage() {
    String json =
        """
        {"source": "a", "uri": "file:///a", "bornNanos": 1, "offset": 2, "lines": 3, "marker": "m",
         "ended": false}
        """;
    Position position =
        Topics.POSITIONS.value().deserializer().deserialize("any", json.getBytes(UTF_8));
    assertThat(position.lineage()).isNull();
  }

  @Test
  void aStateOrFindingOfANewerReleaseIsUnknown() {
    PlanRecord.Summary plan = plan("paused", "GHOST");
    assertThat(plan.state()).isEqualTo(PlanState.UNKNOWN);
    assertThat(plan.findings())
        .extracting(PlanRecord.Finding::kind)
        .containsOnly(FindingKind.UNKNOWN);
  }
}
