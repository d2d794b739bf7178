package io.tidemark.model.wire;

import io.tidemark.model.Op;
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
 * The ops that the rows of a record name, each once; see {@link EventsSerde}. Locations are the
 * most of a record, and mostly begin like the one before.
 */
final class EventOps {

  /** The place of no op, and what the length of a common beginning is without a location. */
  static final int NONE = -1;

  private final List<Op> ops = new ArrayList<>();
  private final Map<Op, Integer> places = new HashMap<>();

  /** By name the place of an op of it. */
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

  /** Of ASCII alone: it is as long in each language, and parts no character. */
  private static int common(String before, String now) {
    int most = Math.min(before.length(), now.length());
    int at = 0;
    while (at < most && before.charAt(at) == now.charAt(at) && now.charAt(at) < 128) {
      at++;
    }
    return at;
  }

  /** From the begin of the list; in version 2 an op was an object. */
  static List<Op> read(JsonParser json) {
    EventsReader.expect(JsonToken.START_ARRAY, json.currentToken());
    List<Op> ops = new ArrayList<>();
    String location = "";
    String program = null;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == JsonToken.START_OBJECT) {
        ops.add(json.readValueAs(Op.class));
        continue;
      }
      EventsReader.expect(JsonToken.START_ARRAY, json.currentToken());
      EventsReader.expect(JsonToken.VALUE_STRING, json.nextToken());
      String name = json.getString();
      int common = NONE;
      if (json.nextToken() != JsonToken.END_ARRAY) {
        common = json.getIntValue();
        EventsReader.expect(JsonToken.VALUE_STRING, json.nextToken());
        location = common == NONE ? location : location.substring(0, common) + json.getString();
        if (json.nextToken() != JsonToken.END_ARRAY) {
          program = json.currentToken() == JsonToken.VALUE_NULL ? null : json.getString();
          EventsReader.expect(JsonToken.END_ARRAY, json.nextToken());
        }
      }
      ops.add(new Op(name, common == NONE ? null : location, program));
    }
    return ops;
  }
}
