package io.tidemark.model.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.tidemark.model.KnownLongs;
import io.tidemark.model.Longs;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanState;
import io.tidemark.model.training.TrainingState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** The JSON mapper of all programs. Subtypes of sealed types have a {@code type} property. */
public final class Json {

  private Json() {}

  /** Sorts keys, omits absent values, and ignores unknown properties. */
  public static final JsonMapper MAPPER = mapper();

  private static JsonMapper mapper() {
    return JsonMapper.builder()
        .annotationIntrospector(new StatedNulls())
        .addMixIn(MemoryEvent.class, EventCases.class)
        .addMixIn(PlanRecord.class, PlanCases.class)
        .addMixIn(OwnerRecord.class, OwnerCases.class)
        .addMixIn(PlanState.class, Word.class)
        .addMixIn(TrainingState.class, Word.class)
        .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .changeDefaultPropertyInclusion(old -> old.withValueInclusion(JsonInclude.Include.NON_NULL))
        .addModule(
            new SimpleModule()
                .addSerializer(Longs.class, new NumberColumn())
                .addSerializer(KnownLongs.class, new NumberColumn()))
        .build();
  }

  /** An enum in records as words; a word of a newer release becomes its default value. */
  private interface Word {
    @JsonValue
    String word();
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
