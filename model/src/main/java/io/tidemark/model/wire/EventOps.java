package io.tidemark.model.wire;

import static io.tidemark.model.wire.EventsReader.NONE;
import static io.tidemark.model.wire.EventsReader.expect;

import io.tidemark.model.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The distinct ops of a record; see {@link EventsSerde}. Locations are the largest part of a
 * record, and consecutive ones mostly share a prefix.
 */
final class EventOps {

  /** Limit of characters in all locations of a record, above those of a slice. */
  private static final int MOST_CHARACTERS = 1 << 24;

  private final List<Op> ops = new ArrayList<>();
  private final Map<Op, Integer> places = new HashMap<>();

  /** Index of an op by its name. */
  private final Map<String, Integer> names = new HashMap<>();

  int place(@Nullable Op op) {
    if (op == null) {
      return NONE;
    }
    Integer known = places.putIfAbsent(op, ops.size());
    if (known != null) {
      return known;
    }
    names.putIfAbsent(op.name(), ops.size());
    ops.add(op);
    return ops.size() - 1;
  }

  int placeOfName(@Nullable String name) {
    if (name == null) {
      return NONE;
    }
    Integer known = names.get(name);
    return known == null ? place(Op.unattributed(name)) : known;
  }

  void write(JsonGenerator json) {
    String location = "";
    String program = null;
    json.writeStartArray();
    for (Op op : ops) {
      boolean other = !Objects.equals(op.program(), program);
      json.writeStartArray();
      json.writeString(op.name());
      if (op.location() != null) {
        int common = common(location, op.location());
        location = op.location();
        json.writeNumber(common);
        json.writeString(location.substring(common));
      } else if (other) {
        json.writeNumber(NONE);
        json.writeString("");
      }
      if (other) {
        program = op.program();
        json.writeString(program);
      }
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  /**
   * Returns the length of the common prefix. Only ASCII counts, so that the length is the same in
   * all languages and no character is split.
   */
  private static int common(String before, String now) {
    int most = Math.min(before.length(), now.length());
    int at = 0;
    while (at < most && before.charAt(at) == now.charAt(at) && now.charAt(at) < 128) {
      at++;
    }
    return at;
  }

  static List<Op> read(JsonParser json) {
    expect(JsonToken.START_ARRAY, json.currentToken());
    Before before = new Before();
    List<Op> ops = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      ops.add(before.next(json));
    }
    return ops;
  }

  /** The previous ops' values, which the next op may share. */
  private static final class Before {
    private String location = "";
    private @Nullable String program;
    private long characters;

    private Op next(JsonParser json) {
      expect(JsonToken.START_ARRAY, json.currentToken());
      expect(JsonToken.VALUE_STRING, json.nextToken());
      String name = json.getString();
      boolean located = json.nextToken() != JsonToken.END_ARRAY && location(json);
      if (json.currentToken() != JsonToken.END_ARRAY && json.nextToken() != JsonToken.END_ARRAY) {
        program(json);
      }
      return new Op(name, located ? location : null, program);
    }

    private boolean location(JsonParser json) {
      expect(JsonToken.VALUE_NUMBER_INT, json.currentToken());
      int common = json.getIntValue();
      expect(JsonToken.VALUE_STRING, json.nextToken());
      String rest = json.getString();
      if (common == NONE && rest.isEmpty()) {
        return false;
      }
      characters += common + rest.length();
      if (characters > MOST_CHARACTERS) {
        throw new IllegalArgumentException(
            "locations of more than %d characters".formatted(MOST_CHARACTERS));
      }
      location = location.substring(0, common) + rest;
      return true;
    }

    private void program(JsonParser json) {
      if (json.currentToken() == JsonToken.VALUE_NULL) {
        program = null;
      } else {
        expect(JsonToken.VALUE_STRING, json.currentToken());
        program = json.getString();
      }
      expect(JsonToken.END_ARRAY, json.nextToken());
    }
  }
}
