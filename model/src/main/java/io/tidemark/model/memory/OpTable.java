package io.tidemark.model.memory;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.tidemark.model.event.Holder;
import io.tidemark.model.event.Op;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All ops of one memory of a run, by name: the value of {@code tidemark.ops}.
 *
 * @param overflow number of distinct names above the limit, counted under {@link Op#OTHER}
 * @param offset byte offset of the newest change; of two records the higher one is newer
 * @param heldBeforeBytes bytes of the highest snapshot that no op of the table held: used before
 *     the first op, or changed by an unknown owner. With the bytes of the ops it adds up to that
 *     snapshot. {@code null} in records of earlier releases.
 * @param modules what the modules of the model held at that snapshot, the most first. They have the
 *     same sum as the ops. Those above a limit are summed under {@link Op#OTHER}.
 */
public record OpTable(
    List<OpUsage> ops,
    long overflow,
    long offset,
    @Nullable Long heldBeforeBytes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<Holder> modules) {

  public OpTable {
    ops = List.copyOf(ops);
    modules = List.copyOf(modules);
  }
}
