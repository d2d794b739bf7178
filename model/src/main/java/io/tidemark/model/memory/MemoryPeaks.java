package io.tidemark.model.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.model.event.MemoryView;
import org.jspecify.annotations.Nullable;

/**
 * The highest figures of a memory.
 *
 * @param highestSnapshot highest use in a snapshot
 * @param tidemark highest use that the log states, in a snapshot or an error line
 * @param recentPeakBytes highest use in a snapshot since the previous record of this key. It
 *     depends on when records were written, so it is not part of the canonical state.
 * @param highestFragmentation largest {@link MemoryView#fragmentation()} of any snapshot
 * @param reservedBytes most that an allocator took of the device, in use or not; {@code null} if no
 *     line of use states it
 */
public record MemoryPeaks(
    Peak highestSnapshot,
    Peak tidemark,
    long recentPeakBytes,
    double highestFragmentation,
    @JsonProperty(isRequired = OptBoolean.FALSE) @Nullable Long reservedBytes) {}
