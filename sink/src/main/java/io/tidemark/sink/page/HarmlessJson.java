package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.TerminalText;
import io.tidemark.model.wire.Json;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.ObjectWriter;

/**
 * JSON that is harmless when shown as something else. It escapes terminal control characters, and
 * {@code <} in documents for the page. The meaning is the same.
 */
final class HarmlessJson extends CharacterEscapes {

  /** For documents that a program or a person reads. */
  static final HarmlessJson DOCUMENT = new HarmlessJson("");

  /** For documents that a browser loads: harmless even if shown as a page. */
  static final HarmlessJson PAGE = new HarmlessJson("<");

  private final int[] ascii = CharacterEscapes.standardAsciiEscapesForJSON();

  private HarmlessJson(String alsoEscaped) {
    ascii[0x7f] = ESCAPE_CUSTOM;
    alsoEscaped.chars().forEach(c -> ascii[c] = ESCAPE_CUSTOM);
  }

  /** Writes a document for a browser, into a stream that stays open. */
  static void write(OutputStream to, Consumer<JsonGenerator> document) {
    try (JsonGenerator out = generator(Json.MAPPER.writer().with(PAGE), to)) {
      document.accept(out);
    }
  }

  /** Writes characters, since a byte generator throws at a lone surrogate. */
  static JsonGenerator generator(ObjectWriter writer, OutputStream to) {
    return writer
        .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .createGenerator(new OutputStreamWriter(to, UTF_8));
  }

  @Override
  @SuppressWarnings("ReturnsMutableReference") // Jackson's own contract
  public int[] getEscapeCodesForAscii() {
    return ascii;
  }

  /** The encoder handles lone surrogates: it writes a question mark. */
  @Override
  public @Nullable SerializableString getEscapeSequence(int ch) {
    boolean special = ch < ascii.length && ascii[ch] == ESCAPE_CUSTOM;
    return special || (TerminalText.steers(ch) && !Character.isSurrogate((char) ch))
        ? new SerializedString("\\u%04x".formatted(ch))
        : null;
  }
}
