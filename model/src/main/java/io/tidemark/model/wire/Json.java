package io.tidemark.model.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tidemark.model.KnownLongs;
import io.tidemark.model.Longs;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.training.TrainingState;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** The JSON mapper of all programs. Subtypes of sealed types have a {@code type} property. */
public final class Json {

  private Json() {}

  /** Sorts keys, omits absent values, and ignores unknown properties. */
  public static final JsonMapper MAPPER = mapper();

  private static JsonMapper mapper() {
    JsonMapper.Builder mapper =
        JsonMapper.builder()
            .addMixIn(MemoryEvent.class, EventCases.class)
            .addMixIn(PlanRecord.class, PlanCases.class)
            .addMixIn(OwnerRecord.class, OwnerCases.class)
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .changeDefaultPropertyInclusion(
                old -> old.withValueInclusion(JsonInclude.Include.NON_NULL));
    // A single module, since the mapper keeps only one module of a class.
    mapper.addModule(
        new WordModule()
            .add(PlanState.class, PlanState::word, PlanState::of)
            .add(TrainingState.class, TrainingState::word, TrainingState::of)
            .add(FindingKind.class, FindingKind::name, FindingKind::of)
            .addSerializer(Longs.class, new NumberColumn())
            .addSerializer(KnownLongs.class, new NumberColumn()));
    return mapper.build();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = MemoryEvent.RunStarted.class, name = "run-started"),
    @JsonSubTypes.Type(value = MemoryEvent.Snapshot.class, name = "snapshot"),
    @JsonSubTypes.Type(value = MemoryEvent.Interval.class, name = "interval"),
    @JsonSubTypes.Type(value = MemoryEvent.Phase.class, name = "phase"),
    @JsonSubTypes.Type(value = MemoryEvent.OutOfMemory.class, name = "out-of-memory"),
    @JsonSubTypes.Type(value = MemoryEvent.AllocationRefused.class, name = "allocation-refused"),
    @JsonSubTypes.Type(value = MemoryEvent.RunEnded.class, name = "run-ended")
  })
  private interface EventCases {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = PlanRecord.Summary.class, name = "summary"),
    @JsonSubTypes.Type(value = PlanRecord.Page.class, name = "page")
  })
  private interface PlanCases {}

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = OwnerRecord.Claim.class, name = "claim"),
    @JsonSubTypes.Type(value = OwnerRecord.Heartbeat.class, name = "heartbeat")
  })
  private interface OwnerCases {}

  /** Serializes enums as words; a word of a newer release becomes the type's unknown value. */
  private static final class WordModule extends SimpleModule {

    private static final long serialVersionUID = 1;

    <E extends Enum<E>> WordModule add(
        Class<E> type, Function<E, String> write, Function<String, E> read) {
      addSerializer(type, new Writer<>(write));
      addDeserializer(type, new Reader<>(read));
      return this;
    }

    private static final class Writer<E> extends ValueSerializer<E> {
      private final Function<E, String> word;

      private Writer(Function<E, String> word) {
        this.word = word;
      }

      @Override
      public void serialize(E value, JsonGenerator out, SerializationContext context) {
        out.writeString(word.apply(value));
      }
    }

    private static final class Reader<E> extends ValueDeserializer<E> {
      private final Function<String, E> value;

      private Reader(Function<String, E> value) {
        this.value = value;
      }

      @Override
      public E deserialize(JsonParser in, DeserializationContext context) {
        return value.apply(in.getString());
      }
    }
  }

  /**
   * Serializes integers without the mapper's check of each value: a timeline has thousands of them.
   */
  private static final class NumberColumn
      extends ValueSerializer<List<? extends @Nullable Number>> {

    @Override
    public void serialize(
        List<? extends @Nullable Number> column, JsonGenerator out, SerializationContext context) {
      int size = column.size();
      out.writeStartArray(column, size);
      for (int i = 0; i < size; i++) {
        Number number = column.get(i);
        if (number == null) {
          out.writeNull();
        } else {
          out.writeNumber(number.longValue());
        }
      }
      out.writeEndArray();
    }
  }
}
