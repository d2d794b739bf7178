package io.tidemark.analysis.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.MessageFile.Example;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reads the examples of each row without that row: as texts of a writer not known. */
class MissingRowTest {

  private static final double LEAST_SHARE = 0.65;
  private static final double LEAST_SIZED = 0.85;

  private static final List<MessageFile> FILES = BuiltInRows.texts();
  private static final List<Message> MESSAGES =
      FILES.stream().flatMap(file -> file.messages().stream()).toList();
  private static final List<MessageFile.Row> ROWS =
      FILES.stream().flatMap(file -> file.message().stream()).toList();

  @Test
  void mostFailuresAreReadWithoutTheirRowAndHardlyAnyWithAWrongSize() {
    List<String> missed = new ArrayList<>();
    int read = 0;
    int sized = 0;
    int right = 0;
    List<String> wrong = new ArrayList<>();
    for (Unread unread : unread(EnumSet.of(Kind.FAILURE))) {
      Optional<MessageFact> fact = unread.failure();
      if (fact.isEmpty()) {
        missed.add(unread.example.line());
        continue;
      }
      read++;
      String needed = fact.get().reads().get("needed");
      String stated = unread.example.values().get("needed");
      sized += stated == null ? 0 : 1;
      right += stated != null && stated.equals(needed) ? 1 : 0;
      if (needed != null && !needed.equals(stated)) {
        wrong.add(unread.example.line());
      }
    }
    assertThat((double) read / (read + missed.size()))
        .as("share read; not read: %s", missed)
        .isGreaterThanOrEqualTo(LEAST_SHARE);
    assertThat((double) right / sized).as("share of right sizes").isGreaterThan(LEAST_SIZED);
    assertThat(wrong).as("read with another size").hasSizeLessThan(read / 20);
  }

  @Test
  void noLineOfARunThatGoesOnIsGuessedAsAFailure() {
    List<String> failed =
        unread(EnumSet.of(Kind.USE, Kind.CAPACITY, Kind.PROGRESS, Kind.HINT, Kind.START)).stream()
            .filter(unread -> unread.failure().filter(MessageFact::isGuess).isPresent())
            .map(unread -> unread.example.line())
            .toList();
    assertThat(failed).isEmpty();
  }

  /** An example whose row is missing. */
  private record Unread(Formats formats, Example example) {

    /** The failure that its first line with a fact states. */
    private Optional<MessageFact> failure() {
      for (String line : example.line().strip().lines().toList()) {
        byte[] bytes = line.getBytes(UTF_8);
        Parsed parsed = Parsed.alone(formats.parseOpen(bytes, 0, bytes.length));
        Object said = parsed instanceof Parsed.Unprefixed bare ? bare.fact() : parsed;
        if (said instanceof MessageFact fact && (fact.is(Kind.FAILURE) || fact.is(Kind.REFUSAL))) {
          return Optional.of(fact);
        }
        if (parsed != Parsed.Ignored.IGNORED) {
          return Optional.empty();
        }
      }
      return Optional.empty();
    }
  }

  private static List<Unread> unread(Set<Kind> kinds) {
    List<Unread> all = new ArrayList<>();
    for (int i = 0; i < ROWS.size(); i++) {
      if (kinds.contains(MESSAGES.get(i).kind())) {
        Formats formats = without(i);
        ROWS.get(i).examples().forEach(example -> all.add(new Unread(formats, example)));
      }
    }
    return all;
  }

  private static Formats without(int missing) {
    List<Message> others = new ArrayList<>(MESSAGES);
    others.remove(missing);
    others.removeIf(row -> row.kind().isBehind());
    return new Formats(List.of(MessageFormat.guessing("messages", others)), List.of());
  }
}
