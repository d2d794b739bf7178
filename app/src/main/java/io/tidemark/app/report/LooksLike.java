package io.tidemark.app.report;

import io.tidemark.app.logfile.LogFailure;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.MissingLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;

/**
 * The system that may have written a log without a figure, by texts that its logs are full of.
 *
 * @param marks begins of words that stand in its logs
 * @param without what the log lacks and how to get it; docs/getting-a-log.md says more
 * @param lines the same of memory lines that can be switched on; without either, no row reads it
 */
record LooksLike(
    String system, List<String> marks, @Nullable String without, @Nullable MissingLines lines) {

  private static final int READ_BYTES = 1 << 20;

  private static final String NO_ROW =
      "its sentences can be read by a message file, see docs/messages.md";

  /** Those whose marks stand in logs of others, too, come last. */
  private static final List<LooksLike> KNOWN = known();

  /** A mark, and whose it is in {@link #KNOWN}. */
  private record Mark(String text, int of) {}

  /** By the first sign of a mark. */
  private static final Mark[][] MARKS = byFirst();

  private static List<LooksLike> known() {
    try (InputStream table = LooksLike.class.getResourceAsStream("looks-like.json")) {
      return Json.MAPPER.readValue(table, new TypeReference<List<LooksLike>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Mark[][] byFirst() {
    List<Mark> marks = new ArrayList<>();
    for (int of = 0; of < KNOWN.size(); of++) {
      for (String mark : KNOWN.get(of).marks) {
        marks.add(new Mark(mark, of));
      }
    }
    Mark[][] byFirst = new Mark[1 << Byte.SIZE][];
    for (int i = 0; i < byFirst.length; i++) {
      int first = i;
      byFirst[i] = marks.stream().filter(mark -> mark.text.charAt(0) == first).toArray(Mark[]::new);
    }
    return byFirst;
  }

  private String advice() {
    return lines != null ? lines.advice() : without != null ? without : NO_ROW;
  }

  /** One sentence about a log; {@code null} if nothing in its first megabyte is known. */
  static @Nullable String sentence(List<Path> files) throws LogFailure {
    int[] counts = counts(begin(files));
    int best = 0;
    for (int of = 1; of < counts.length; of++) {
      best = counts[of] > counts[best] ? of : best;
    }
    return counts[best] == 0
        ? null
        : "this looks like a log of %s: %s"
            .formatted(KNOWN.get(best).system, KNOWN.get(best).advice());
  }

  /** Counts the words of a text that begin with a mark, for each of {@link #KNOWN}. */
  private static int[] counts(String text) {
    int[] counts = new int[KNOWN.size()];
    boolean inWord = false;
    for (int at = 0; at < text.length(); at++) {
      if (!inWord) {
        for (Mark mark : MARKS[text.charAt(at)]) {
          counts[mark.of] += text.startsWith(mark.text, at) ? 1 : 0;
        }
      }
      inWord = Character.isLetter(text.charAt(at));
    }
    return counts;
  }

  private static String begin(List<Path> files) throws LogFailure {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        text.writeBytes(in.readNBytes(READ_BYTES - text.size()));
      } catch (IOException e) {
        throw LogFailure.of(e);
      }
    }
    return text.toString(StandardCharsets.ISO_8859_1);
  }
}
