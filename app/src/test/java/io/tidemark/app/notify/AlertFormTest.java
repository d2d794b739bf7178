package io.tidemark.app.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.notify.AlertNotice.Status;
import io.tidemark.model.Refusal;
import io.tidemark.model.run.RunSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documents of {@code --alert-format}. */
class AlertFormTest {

  @TempDir Path folder;

  private static JsonNode document(String form, AlertNotice notice) throws IOException {
    byte[] document =
        AlertForm.of("--alert-format", form, () -> "key")
            .document(new AlertText("http://127.0.0.1:8080").values(notice));
    return new JsonMapper().readTree(document);
  }

  private static AlertNotice resolved() {
    return new AlertNotice(
        Notices.FULL, Notices.alert(1, 3_000L, "full"), Status.RESOLVED, null, null, null);
  }

  @Test
  void anEventOfPagerDutyIsClosedByTheKeyThatOpenedIt() throws IOException {
    JsonNode opened = document("pagerduty", Notices.firing("full"));
    JsonNode closed = document("pagerduty", resolved());
    assertThat(opened.path("event_action").asString()).isEqualTo("trigger");
    assertThat(opened.at("/payload/severity").asString()).isEqualTo("critical");
    assertThat(opened.at("/payload/timestamp").asString()).isEqualTo("1970-01-01T00:00:01Z");
    assertThat(closed.path("event_action").asString()).isEqualTo("resolve");
    assertThat(closed.path("dedup_key")).isEqualTo(opened.path("dedup_key"));
  }

  @Test
  void anAlertOfAlertmanagerHasTheLabelsOfTheRunAndEndsByItselfWithinADay() throws IOException {
    RunSource pod = new RunSource("g", 1, "node-7", null, Map.of("pod", "train-0"), null);
    JsonNode active = document("alertmanager", Notices.of(pod)).path(0);
    assertThat(active.at("/labels/alertname").asString()).isEqualTo("TidemarkMemoryCritical");
    assertThat(active.at("/labels/label_pod").asString()).isEqualTo("train-0");
    assertThat(active.path("endsAt").asString()).isEqualTo("1970-01-02T00:00:02Z");
    JsonNode ended = document("alertmanager", resolved()).path(0);
    assertThat(ended.path("endsAt").asString()).isEqualTo("1970-01-01T00:00:03Z");
  }

  @Test
  void textOfALogMakesNoMentionInSlack() throws IOException {
    String text = document("slack", Notices.firing("<!channel> & <http://a|b>")).toString();
    assertThat(text).contains("&lt;!channel&gt; &amp; &lt;http://a|b&gt;").doesNotContain("<!");
  }

  @Test
  void aFormOfOnesOwnHasTheVariablesOfAScriptAndLeavesOutWhatIsUnknown() throws IOException {
    Path own =
        Files.writeString(
            folder.resolve("own.json"),
            "{\"content\": \"$ALERT_SUMMARY\", \"host\": \"$ALERT_HOST\", \"tries\": 3,"
                + " \"parse\": []}");
    assertThat(document(own.toString(), Notices.firing("say \"$ALERT_RUN\" \\1")))
        .isEqualTo(
            new JsonMapper()
                .readTree(
                    "{\"content\": \"say \\\"$ALERT_RUN\\\" \\\\1\", \"tries\": 3,"
                        + " \"parse\": []}"));
  }

  @Test
  void aFormThatIsNoneOrLacksItsKeyIsRefused() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.json"), "{");
    for (String form : new String[] {"slak", broken.toString()}) {
      assertThatThrownBy(() -> document(form, Notices.firing("full")))
          .isInstanceOf(Refusal.class)
          .hasMessage(
              "--alert-format '%s': want webhook|alertmanager|slack|teams|pagerduty, or a JSON file"
                  .formatted(form));
    }
    assertThatThrownBy(() -> AlertForm.of("--alert-format", "pagerduty", null))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("want --alert-bearer-token-file");
  }
}
