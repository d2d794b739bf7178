package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.ZantFact.Borrow;
import io.tidemark.analysis.parse.ZantFact.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the JSON of a static plan: the bare list of the first form, or the object with metadata
 * around it. Members that it does not know are skipped.
 */
final class ZantPlanReader {

  /** More than the longest line that a slice carries whole can name. */
  private static final int MAX_TENSORS = 16_384;

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser in;
  private final List<Tensor> tensors = new ArrayList<>();
  private @Nullable String planner;
  private @Nullable String flags;
  private long cut;

  private ZantPlanReader(JsonParser in) {
    this.in = in;
  }

  /** The plan of {@code bytes[from, to)}, or why it is none; columns count from {@code start}. */
  static Parsed read(byte[] bytes, int start, int from, int to) {
    try (JsonParser in = JSON.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
      ZantPlanReader reader = new ZantPlanReader(in);
      try {
        return reader.plan();
      } catch (JacksonException e) {
        int column = (int) Math.max(0, in.currentLocation().getByteOffset()) + from - start + 1;
        return new Parsed.Rejected(Formats.ZANT, column, "the plan's JSON breaks here");
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
    // What follows would belong to another thread's text: nothing of the line can be trusted then.
    if (in.nextToken() != null) {
      return rejected("text after the plan's JSON");
    }
    return new ZantFact.Plan(planner, flags, tensors, cut);
  }

  private Parsed.Rejected rejected(String reason) {
    return new Parsed.Rejected(
        Formats.ZANT, (int) in.currentTokenLocation().getByteOffset() + 1, reason);
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
  }

  private Tensor tensor() {
    String name = "";
    long elements = 0;
    Borrow buffer = null;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      if (member.equals("name") && value == JsonToken.VALUE_STRING) {
        name = in.getString();
      } else if (member.equals("size") && value == JsonToken.VALUE_NUMBER_INT) {
        elements = in.getLongValue();
      } else if (member.equals("backing_buffer") && value == JsonToken.START_OBJECT) {
        buffer = buffer();
      } else {
        in.skipChildren();
      }
    }
    return new Tensor(name, elements, buffer);
  }

  private Borrow buffer() {
    int id = 0;
    long elements = 0;
    String type = "";
    int first = 0;
    int last = 0;
    while (in.nextToken() == JsonToken.PROPERTY_NAME) {
      String member = in.currentName();
      JsonToken value = in.nextToken();
      if (value == JsonToken.VALUE_NUMBER_INT) {
        switch (member) {
          case "id" -> id = in.getIntValue();
          case "size" -> elements = in.getLongValue();
          case "start_borrow" -> first = in.getIntValue();
          case "end_borrow" -> last = in.getIntValue();
          default -> in.skipChildren();
        }
      } else if (member.equals("element_type") && value == JsonToken.VALUE_STRING) {
        type = in.getString();
      } else {
        in.skipChildren();
      }
    }
    return new Borrow(id, elements, type, first, last);
  }
}
