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
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

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
}
