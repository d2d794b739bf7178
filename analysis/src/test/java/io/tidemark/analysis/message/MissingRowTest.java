package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.MessageFile.Example;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads the examples of each failure's row without that row: as texts of a writer not known. */
class MissingRowTest {

  private static final double LEAST_SHARE = 0.65;

  private int read;
  private int wrong;

  @Test
  void mostFailuresAreReadWithoutTheirRowAndHardlyAnyWithAWrongSize() {
    List<String> missed = new ArrayList<>();
    List<MessageFile> files = BuiltInRows.texts();
    List<Message> messages = files.stream().flatMap(file -> file.messages().stream()).toList();
    List<MessageFile.Row> rows = files.stream().flatMap(file -> file.message().stream()).toList();
    for (int i = 0; i < rows.size(); i++) {
      if (messages.get(i).kind() == Kind.FAILURE) {
        Formats formats = without(messages, i);
        for (Example example : rows.get(i).examples()) {
          if (!isRead(formats, example)) {
            missed.add(example.line());
          }
        }
      }
    }
    assertThat((double) read / (read + missed.size()))
        .as("share read; not read: %s", missed)
        .isGreaterThanOrEqualTo(LEAST_SHARE);
    assertThat(wrong).as("read with another size").isLessThan(read / 20);
  }

  private static Formats without(List<Message> messages, int at) {
    List<Message> others = new ArrayList<>(messages);
    others.remove(at);
    others.removeIf(row -> row.kind().isBehind());
    return new Formats(List.of(MessageFormat.guessing("messages", others)), List.of());
  }

  /** Whether its first line that says something says that an allocation failed. */
  private boolean isRead(Formats formats, Example example) {
    for (String line : example.line().strip().lines().toList()) {
      byte[] bytes = line.getBytes(UTF_8);
      Parsed parsed = Parsed.alone(formats.parseOpen(bytes, 0, bytes.length));
      if (parsed instanceof Parsed.Unprefixed bare) {
        parsed = bare.fact();
      }
      if (parsed instanceof MessageFact fact && (fact.is(Kind.FAILURE) || fact.is(Kind.REFUSAL))) {
        Map<String, String> reads = fact.reads();
        String needed = reads.get("needed");
        read++;
        wrong += needed == null || needed.equals(example.values().get("needed")) ? 0 : 1;
        return true;
      }
      if (parsed != Parsed.Ignored.IGNORED) {
        return false;
      }
    }
    return false;
  }
}
