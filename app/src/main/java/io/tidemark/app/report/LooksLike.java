package io.tidemark.app.report;

import io.tidemark.app.logfile.LogFailure;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.answer.MissingLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static final int READ_BYTES = 4 << 20;

  private static final String NO_ROW =
      "its sentences can be read by a message file, see docs/messages.md";

  /** Those whose marks stand in logs of others, too, come last. */
  private static final List<LooksLike> KNOWN = known();

  private static List<LooksLike> known() {
    try (InputStream table = LooksLike.class.getResourceAsStream("looks-like.json")) {
      return Json.MAPPER.readValue(table, new TypeReference<List<LooksLike>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String advice() {
    return lines != null ? lines.advice() : without != null ? without : NO_ROW;
  }

  /** One sentence about a log; {@code null} if nothing in its first megabytes is known. */
  static @Nullable String sentence(List<Path> files) throws LogFailure {
    String text = begin(files);
    LooksLike best = null;
    int most = 0;
    for (LooksLike known : KNOWN) {
      int count = known.marks.stream().mapToInt(mark -> count(text, mark)).sum();
      if (count > most) {
        most = count;
        best = known;
      }
    }
    return best == null
        ? null
        : "this looks like a log of %s: %s".formatted(best.system, best.advice());
  }

  private static int count(String text, String mark) {
    int count = 0;
    for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length())) {
      count += at == 0 || !Character.isLetter(text.charAt(at - 1)) ? 1 : 0;
    }
    return count;
  }

  private static String begin(List<Path> files) throws LogFailure {
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        text.append(
            new String(in.readNBytes(READ_BYTES - text.length()), StandardCharsets.ISO_8859_1));
      } catch (IOException e) {
        throw LogFailure.of(e);
      }
    }
    return text.toString();
  }
}
