package io.tidemark.ingest.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.find.LogNames;
import io.tidemark.model.log.Position;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceNamesTest {

  private final SourceNames names = new SourceNames(List.of(), SourceNaming.PLAIN);

  @Test
  void aLogIsCalledByItsFileNameUntilThatIsTaken() {
    assertThat(names.nameOf(Path.of("/x/a/train.log"))).isEqualTo("train.log");
    assertThat(names.nameOf(Path.of("/x/b/train.log"))).isEqualTo("b/train.log");
    assertThat(names.nameOf(Path.of("/y/b/train.log"))).isEqualTo("y/b/train.log");
    assertThat(names.nameOf(Path.of("/x/a/train.log"))).isEqualTo("train.log");
  }

  @Test
  void noneOfSeveralLogsTakesTheNameThatTheyShare() {
    List<Path> logs =
        List.of(Path.of("/x/train.log"), Path.of("/x/b/train.log"), Path.of("/x/eval.log"));
    names.distinguish(logs);

    assertThat(logs.stream().map(names::nameOf))
        .containsExactly("x/train.log", "b/train.log", "eval.log");
  }

  @Test
  void aKnownNameStaysWhenAnotherLogOfItIsFound() {
    SourceNames later =
        new SourceNames(
            List.of(position("train.log", "file:///x/a/train.log")), SourceNaming.PLAIN);
    List<Path> logs = List.of(Path.of("/x/b/train.log"), Path.of("/x/a/train.log"));
    later.distinguish(logs);

    assertThat(logs.stream().map(later::nameOf)).containsExactly("b/train.log", "train.log");
  }

  @Test
  void aNameKeptByAnEarlierTailerIsTakenUnlessItIsOfTheSameFolder() {
    SourceNames later =
        new SourceNames(
            List.of(position("train.log", "file:///x/a/train.log")), SourceNaming.PLAIN);
    assertThat(later.nameOf(Path.of("/x/b/train.log"))).isEqualTo("b/train.log");
    assertThat(later.nameOf(Path.of("/x/a/train.log"))).isEqualTo("train.log");
  }

  @Test
  void controlCharactersAreShownAsEscapes() {
    assertThat(names.nameOf(Path.of("/x/a\nb\u001b[31m.log")))
        .isEqualTo("a\\u000ab\\u001b[31m.log");
  }

  @Test
  void aLongNameIsCutAndStaysUnique() {
    String one = names.nameOf(Path.of("/x/" + "n".repeat(200) + "1"));
    String two = names.nameOf(Path.of("/x/" + "n".repeat(200) + "2"));
    assertThat(one).hasSize(LogNames.MAX_CHARS).isNotEqualTo(two);
    assertThat(two).hasSize(LogNames.MAX_CHARS);
  }

  private static Position position(String source, String home) {
    return new Position(
        source,
        new Position.FileIdentity(home + ".1", "(dev=1,ino=2)", 3),
        4,
        5,
        "marker",
        false,
        new Position.Lineage(1, "@", home));
  }
}
