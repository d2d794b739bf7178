package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.system.zant.ZantPlan.Borrow;
import io.tidemark.analysis.system.zant.ZantPlan.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses the JSON of a static plan: a bare list in the old form, an object with metadata in the new
 * one. Unknown members are skipped.
 */
final class ZantPlanReader {

  /** Limit of tensors, above what the longest whole line of a slice can hold. */
  private static final int MAX_TENSORS = 16_384;

  /** Thirteen digits are enough for every real tensor, and the sum over a plan fits a long. */
  private static final long MAX_ELEMENTS = 9_999_999_999_999L;

  private static final long UNKNOWN = -1;
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser in;
  private final List<Tensor> tensors = new ArrayList<>();
  private @Nullable String planner;
  private @Nullable String flags;
  private long cut;

  /** The first error. Parsing continues to the end, but the result is dropped. */
  private Parsed.@Nullable Rejected rejected;

  private ZantPlanReader(JsonParser in) {
    this.in = in;
  }

  /** Parses a plan from {@code bytes[start, end)}. Returns the plan or a reject. */
  static Parsed read(byte[] bytes, int start, int end) {
    // A cut line or another thread's text behind the plan is detected without parsing megabytes.
    if (bytes[end - 1] != (bytes[start] == '[' ? ']' : '}')) {
      return new Parsed.Rejected(Zant.FORMAT, end - start, "the line does not end with the plan");
    }
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), bytes, start, end - start)) {
      ZantPlanReader reader = new ZantPlanReader(in);
      try {
        return reader.plan();
      } catch (JacksonException e) {
        int column = (int) Math.max(0, in.currentLocation().getByteOffset()) + 1;
        return reader.rejected == null
            ? new Parsed.Rejected(Zant.FORMAT, column, "the plan's JSON breaks here")
            : reader.rejected;
      }
    }
  }

  private Parsed plan() {
    JsonToken first = in.nextToken();
    if (first == JsonToken.START_ARRAY) {
      tensors();
    } else {
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = in.currentName();
        JsonToken value = in.nextToken();
        if (name.equals("tensors") && value == JsonToken.START_ARRAY) {
          tensors();
        } else if (name.equals("metadata") && value == JsonToken.START_OBJECT) {
          metadata();
        } else {
          in.skipChildren();
        }
      }
    }
    // Further text would be another thread's, so nothing of the line can be trusted.
    if (in.nextToken() != null) {
      reject("text after the plan's JSON");
    }
    return rejected == null ? new ZantPlan(planner, flags, tensors, cut) : rejected;
  }

  private void reject(String reason) {
    if (rejected == null) {
      int column = (int) in.currentTokenLocation().getByteOffset() + 1;
      rejected = new Parsed.Rejected(Zant.FORMAT, column, reason);
    }
  }

  private void metadata() {
    String option = null;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = in.currentName();
      JsonToken value = in.nextToken();
      if (value == JsonToken.VALUE_STRING) {
        switch (name) {
          case "planner" -> planner = in.getString();
          case "flags", "static_planning_flags" -> flags = in.getString();
          case "static_planning_option" -> option = in.getString();
          default -> in.skipChildren();
        }
      } else {
        in.skipChildren();
      }
    }
    flags = flags == null ? option : flags;
  }

  private void tensors() {
    while (in.nextToken() == JsonToken.START_OBJECT) {
      Tensor tensor = tensor();
      if (tensors.size() < MAX_TENSORS) {
        tensors.add(tensor);
      } else {
        cut++;
      }
    }
    if (in.currentToken() != JsonToken.END_ARRAY) {
      reject("no tensor in the list of tensors");
    }
  }

  private Tensor tensor() {
    String name = null;
    long elements = UNKNOWN;
    Borrow buffer = null;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      if (member.equals("name") && value == JsonToken.VALUE_STRING) {
        name = in.getString();
      } else if (member.equals("size")) {
        elements = number(member, MAX_ELEMENTS);
      } else if (member.equals("backing_buffer") && value == JsonToken.START_OBJECT) {
        buffer = buffer();
      } else {
        in.skipChildren();
      }
    }
    if (name == null || elements == UNKNOWN) {
      reject("a tensor without its name or size");
    }
    return new Tensor(name == null ? "" : name, elements, buffer);
  }

  private Borrow buffer() {
    long id = UNKNOWN;
    long elements = UNKNOWN;
    String type = null;
    long first = UNKNOWN;
    long last = UNKNOWN;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      switch (member) {
        case "id" -> id = number(member, Integer.MAX_VALUE);
        case "size" -> elements = number(member, MAX_ELEMENTS);
        case "start_borrow" -> first = number(member, Integer.MAX_VALUE);
        case "end_borrow" -> last = number(member, Integer.MAX_VALUE);
        case "element_type" -> {
          type = value == JsonToken.VALUE_STRING ? in.getString() : null;
          in.skipChildren();
        }
        default -> in.skipChildren();
      }
    }
    if (type == null || Math.min(Math.min(id, elements), Math.min(first, last)) == UNKNOWN) {
      reject("a backing buffer without its id, size, type or steps");
    }
    return new Borrow((int) id, elements, type == null ? "" : type, (int) first, (int) last);
  }

  private long number(String member, long most) {
    boolean fits =
        in.currentToken() == JsonToken.VALUE_NUMBER_INT
            && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER
            && in.getLongValue() >= 0
            && in.getLongValue() <= most;
    if (!fits) {
      reject(member + " is no number from 0 to " + most);
      in.skipChildren();
    }
    return fits ? in.getLongValue() : UNKNOWN;
  }
}
