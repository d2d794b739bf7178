package io.tidemark.analysis.message;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.message.MessageFile.Example;
import io.tidemark.analysis.message.MessageFile.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The example of every row as another terminal, release or device prints it: its figures are read,
 * and what cannot be read is left out. A wrong figure is never read.
 */
class MutatedExamplesTest {

  /** A figure with a unit behind it: the digits of others may be a name's. */
  private static final Pattern FIGURE =
      Pattern.compile("(?i)(\\d+(?:\\.\\d+)?)( ?(?:[kmgt]i?b|bytes)\\b)");

  private static final Pattern PADDED =
      Pattern.compile("([(=|]) ?(\\d+(?:\\.\\d+)? ?(?:[KMGT]i?B|bytes)\\b)");
  private static final Pattern LARGE = Pattern.compile("\\b(\\d{1,3})(\\d{3}) bytes");

  /** Least per cent of the mutated examples that are read like the example itself. */
  private static final int LEAST_READ = 90;

  /** Every how many places a figure is cut, and an example is wrapped. */
  private static final int STEP = 5;

  private static final int WIDTH = 29;

  private static final Pattern WRAPS = Pattern.compile("[a-z,:] [a-z]");

  private static final String NUMBER = "0123456789.,x";

  private static Stream<String> examples() {
    return BuiltInRows.texts().stream()
        .flatMap(file -> file.message().stream())
        .map(Row::examples)
        .flatMap(List::stream)
        .map(Example::line)
        .filter(line -> line.indexOf('\n') < 0);
  }

  private static Map<String, String> read(String line) {
    Parsed parsed = Catalogue.BUILT_IN.read(line);
    return parsed instanceof MessageFact fact && !fact.isGuess()
        ? new TreeMap<>(fact.reads())
        : new TreeMap<>();
  }

  private static String differences(Stream<String[]> pairs, int least) {
    List<String> unread = new ArrayList<>();
    int all = 0;
    for (String[] pair : (Iterable<String[]>) pairs::iterator) {
      Map<String, String> want = read(pair[0]);
      Map<String, String> got = read(pair[1]);
      all++;
      if (!got.equals(want)) {
        unread.add(pair[1].replace("\u001b", "ESC") + " reads " + got + ", want " + want);
      }
    }
    boolean fine = all > 0 && unread.size() * 100 <= all * (100 - least);
    return fine ? "" : unread.size() + " of " + all + "\n" + String.join("\n", unread);
  }

  @Test
  void figuresInColoursAreRead() {
    assertThat(
            differences(
                examples()
                    .map(
                        line ->
                            new String[] {
                              line, FIGURE.matcher(line).replaceAll("\u001b[1;36m$1\u001b[0m$2")
                            }),
                LEAST_READ))
        .isEmpty();
  }

  @Test
  void figuresThatArePaddedToAColumnAreRead() {
    assertThat(
            differences(
                examples()
                    .map(line -> new String[] {line, PADDED.matcher(line).replaceAll("$1   $2")}),
                LEAST_READ))
        .isEmpty();
  }

  @Test
  void figuresWithSeparatorsAreRead() {
    assertThat(
            differences(
                examples()
                    .map(
                        line -> new String[] {line, LARGE.matcher(line).replaceAll("$1,$2 bytes")}),
                LEAST_READ))
        .isEmpty();
  }

  @Test
  void typographicSignsAreRead() {
    assertThat(
            differences(
                examples()
                    .filter(line -> Pattern.compile("[a-z]'[a-z]").matcher(line).find())
                    .map(
                        line ->
                            new String[] {line, line.replaceAll("(?<=[a-z])'(?=[a-z])", "\u2019")}),
                20))
        .isEmpty();
  }

  /** A terminal, a mail or a comment wraps at a blank, at any place of the text. */
  @Test
  void aTextThatIsWrappedAtABlankIsRead() {
    assertThat(
            differences(
                examples()
                    .flatMap(
                        line ->
                            IntStream.range(1, line.length() - 1)
                                .filter(at -> WRAPS.matcher(line.substring(at - 1)).lookingAt())
                                .mapToObj(
                                    at ->
                                        new String[] {
                                          line,
                                          line.substring(0, at) + "\n" + line.substring(at + 1)
                                        })),
                84))
        .isEmpty();
  }

  /** A cut figure is no figure, unless nothing tells that it goes on. */
  @Test
  void aCutLineStatesNoWrongFigure() {
    List<String> wrong = new ArrayList<>();
    examples()
        .forEach(
            line -> {
              Map<String, String> want = read(line);
              Matcher figure = FIGURE.matcher(line);
              while (figure.find()) {
                for (int at = figure.start(1) + 1; at < figure.end(1); at += STEP) {
                  String cut = line.substring(0, at) + "...";
                  wrongFigures(want, read(cut), cut, wrong);
                }
              }
            });
    assertThat(wrong).isEmpty();
  }

  /** A terminal wraps within words: the text is read whole, or without what stands behind. */
  @Test
  void aWrappedLineStatesNoWrongFigure() {
    List<String> wrong = new ArrayList<>();
    examples()
        .forEach(
            line -> {
              Map<String, String> want = read(line);
              for (int at = WIDTH; at < line.length() - 1; at += WIDTH) {
                boolean within = NUMBER.indexOf(line.charAt(at - 1)) >= 0;
                if (within || NUMBER.indexOf(line.charAt(at)) >= 0) {
                  continue; // nothing tells that a number without a unit goes on
                }
                String wrapped = line.substring(0, at) + "\n" + line.substring(at);
                wrongFigures(want, read(wrapped), wrapped.replace("\n", "\\n"), wrong);
              }
            });
    assertThat(wrong).isEmpty();
  }

  private static void wrongFigures(
      Map<String, String> want, Map<String, String> got, String line, List<String> wrong) {
    got.forEach(
        (field, value) -> {
          boolean figure = value.matches("-?\\d+") && want.containsKey(field);
          if (figure && !value.equals(want.get(field))) {
            wrong.add(line + " reads " + field + " " + value + ", want " + want.get(field));
          }
        });
  }
}
