package io.tidemark.analysis.message;

import static io.tidemark.analysis.message.CatalogueTest.ROW;
import static io.tidemark.analysis.message.CatalogueTest.read;
import static io.tidemark.analysis.message.CatalogueTest.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused in a message file of a user. */
class RefusedMessagesTest {

  /** An accepted file stays accepted when a built-in row comes that reads its lines. */
  @Test
  void aRowOfAUserReadsTheLinesOfABuiltInOne() {
    String line = "RecordingMicroAllocator] Arena allocation total 5 bytes";
    String row =
        ROW.replace("failure", "use")
            .formatted(
                "RecordingMicroAllocator\\] Arena allocation {any:name} {used:bytes} bytes",
                line,
                "used = 5");
    Catalogue catalogue = read(row);
    assertThat(catalogue.read(line))
        .isInstanceOfSatisfying(
            MessageFact.class, fact -> assertThat(fact.format()).isEqualTo("demo"));
    assertThat(catalogue.warnings())
        .singleElement()
        .asString()
        .startsWith("demo.toml: message full: row arena of tflite-micro reads example \"" + line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          examples =~colour = 1\\nexamples =~message 1: colour: no such key, want one of [name, is, text, parts, record, then, diagnosis, advice, bare, whole, indented, not, defaults, examples]
          examples =~example =~message 1: example: no such key
          writer =~colour = 1\\nwriter =~colour: no such key, want one of [writer, title, url, defaults, message, frame]
          name = "full"~name = ["full"]~message 1: name: found array value, want a text
          name = "full"~name = "full"\\nparts = "x"~message 1: parts: found string value, want a list
          name = "full"~name = "full"\\nbare = "perhaps"~message 1: bare: found string "perhaps", want true or false
          name = "full"~name = "full"\\ndefaults = 7~message 1: defaults: found integer value, want a table
          name = "full"~name = "full"\\nrecord = []~message 1: record: found array value, want a table
          [[message]]~other = 1\\n[[message]]~other: no such key
          reads = {~says = 1, reads = {~message 1: examples 1: says: no such key, want one of [line, reads]
          examples = [ {~examples = 3\\nx = [ {~message 1: examples: found integer value, want a list
          is = "failure"~is = failure~line 5, column
          writer = "demo"~~key 'writer'
          [[message]]~defaults = { capacity = "3" }\\n[[message]]~defaults: field "capacity" is a number: want one of [device,
          name = "full"~name = "gpu"~has a row of this name
          """)
  void aFileThatIsNotRightIsRefusedWithThePlace(String from, String to, String why) {
    String file =
        ROW.formatted(
            "the device pool has {needed} bytes", "the device pool has 7 bytes", "needed = 7");
    String wrong = file.replace(from, to == null ? "" : to.replace("\\n", "\n"));
    String writer = why.startsWith("has a row") ? wrong.replace("demo", "xla-log") : wrong;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(writer))
        .withMessageStartingWith("demo.toml: ")
        .withMessageContaining(why)
        .withMessageNotContaining("io.tidemark")
        .withMessageNotContaining("java.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "out of {memory}~short text~at least 11",
        "the device pool has {needed~x~want }",
        "the device pool has {neeeded} bytes~x~field \"neeeded\": want one of [needed",
        "the device pool has {needed:name} bytes~x~type name does not fit",
        "the device pool has {needed:gigs} bytes~x~type \"gigs\": want one of",
        "the device pool of {where}{memory:text} is full~x~two fields of any length side by side",
        "the device pool {where}… is full~x~two fields of any length side by side",
        "the device pool [is full~x~want ]",
        "the device pool is full]~x~no bracket is open",
        "the device pool has {needed} bytes~the device pool has no bytes~no row: none of the texts that are searched for stands in it",
        "the device pool has {needed} bytes~the device pool has 8 bytes~reads {needed=8}, want {needed=7}",
        "Out of memory while trying to allocate {needed} of it~Out of memory while trying to allocate 7 B~full: broken here, at column 43",
      })
  void aWrongRowIsRefusedWithItsFileAndName(String text, String line, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(text, line, "needed = 7"))
        .withMessageContaining("demo.toml: message full: ")
        .withMessageContaining(why);
  }

  @Test
  void aRowThatReadsALineOfAnotherMeaningIsRefused() {
    String row =
        ROW.formatted("the demo pool is full", "the demo pool is full of 5 buffers", "")
            + "not = ['the demo pool is %s']\n";

    assertThat(read(row.formatted("almost full")).messages()).isNotEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(row.formatted("full of water")))
        .withMessageContaining("message full: not \"the demo pool is full of water\"");
  }

  @Test
  void aRowWithoutAnExampleAndAnUnknownKeyAreRefused() {
    String unknown = ROW.formatted("the pool is full", "", "").replace("is = ", "iz = 1\nis = ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(unknown))
        .withMessageContaining("demo.toml")
        .withMessageContaining("iz");
    String none =
        "writer = 'a'\n[[message]]\nname = 'b'\nis = 'use'\ntext = 'the pool is full'\nexamples = []";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(none))
        .withMessageContaining("message b: no example");
  }

  @Test
  void aTextOfManyWordsAndAWriterThatIsNoNameAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("the device pool " + "a b ".repeat(400), "x", ""))
        .withMessageContaining("want at most 512 words");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(ROW.formatted("the pool is full", "", "").replace("demo", "a b")))
        .withMessageContaining("writer = \"a b\": want letters");
  }
}
