package io.tidemark.analysis.document;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.async.ByteArrayFeeder;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a document line by line with Jackson's non-blocking parser. That parser cannot be stored.
 * After a restart a new one is fed {@link JsonPlace#prefix}, which brings it to the stored
 * position. Within a process the parser is kept between lines, for speed.
 */
final class JsonReader {

  /** Receives tokens, with the position at which each was read. */
  interface Taker {
    void opened(JsonPlace place);

    void value(JsonPlace place, String text);

    /** Called before the container is closed, so {@code place} is still inside it. */
    void closed(JsonPlace place, int column);
  }

  /**
   * An error in a line's JSON.
   *
   * @param column position of the error, in bytes from 1
   */
  record Broken(int column, String reason) {}

  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] LINE_END = {'\n'};

  private final JsonPlace place;
  private final Taker taker;
  private @Nullable JsonParser parser;
  private int skip;
  private long lineStart;

  JsonReader(JsonPlace place, Taker taker) {
    this.place = place;
    this.taker = taker;
  }

  JsonPlace place() {
    return place;
  }

  /** Reads the whole line {@code bytes[start, end)}; returns {@code null} if it is valid. */
  @Nullable Broken read(byte[] bytes, int start, int end) {
    JsonParser in = parser == null ? atPlace() : parser;
    parser = in;
    try {
      Broken broken = feed(in, bytes, start, end);
      if (broken == null && lastByte(bytes, start, end) != 0) {
        place.lineEnd(lastByte(bytes, start, end));
      }
      if (broken == null) {
        broken = feed(in, LINE_END, 0, 1);
      }
      lineStart += end - start + 1L;
      return broken;
    } catch (JacksonException e) {
      return new Broken(Math.min(column(in.currentLocation()), end - start + 1), "no JSON here");
    }
  }

  private JsonParser atPlace() {
    JsonParser in = JSON.createNonBlockingByteArrayParser(ObjectReadContext.empty());
    byte[] prefix = place.prefix().getBytes(StandardCharsets.UTF_8);
    skip = place.prefixTokens();
    lineStart = prefix.length;
    if (prefix.length > 0) {
      feed(in, prefix, 0, prefix.length);
    }
    return in;
  }

  private static byte lastByte(byte[] bytes, int start, int end) {
    int at = end;
    while (at > start && (bytes[at - 1] == ' ' || bytes[at - 1] == '\t' || bytes[at - 1] == '\r')) {
      at--;
    }
    return at > start ? bytes[at - 1] : 0;
  }

  private @Nullable Broken feed(JsonParser in, byte[] bytes, int start, int end) {
    if (start == end) {
      return null;
    }
    ((ByteArrayFeeder) in.nonBlockingInputFeeder()).feedInput(bytes, start, end);
    JsonToken token;
    while ((token = in.nextToken()) != JsonToken.NOT_AVAILABLE && token != null) {
      if (skip > 0) {
        skip--;
      } else {
        String reason = take(in, token);
        if (reason != null) {
          return new Broken(column(in.currentTokenLocation()), reason);
        }
      }
    }
    return null;
  }

  private @Nullable String take(JsonParser in, JsonToken token) {
    if (place.past()) {
      return "text after the document";
    }
    switch (token) {
      case START_OBJECT, START_ARRAY -> {
        if (place.depth() == JsonPlace.MAX_DEPTH) {
          return "nested deeper than " + JsonPlace.MAX_DEPTH;
        }
        place.open(token == JsonToken.START_ARRAY);
        taker.opened(place);
      }
      case END_OBJECT, END_ARRAY -> {
        // The token location would include the blanks before it.
        taker.closed(place, column(in.currentLocation()) - 1);
        place.close();
      }
      case PROPERTY_NAME -> place.member(in.currentName());
      default -> {
        place.value();
        taker.value(place, in.getString());
      }
    }
    return null;
  }

  private int column(TokenStreamLocation location) {
    return (int) Math.max(1, location.getByteOffset() - lineStart + 1);
  }
}
