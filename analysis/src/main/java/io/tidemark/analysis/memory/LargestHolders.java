package io.tidemark.analysis.memory;

import io.tidemark.model.event.Op;
import java.util.List;

/**
 * The largest holders of a memory at one snapshot, the largest first, and the sum of all others
 * under {@link Op#OTHER}.
 *
 * @param names texts of {@link HolderName}
 */
record LargestHolders(List<String> names, List<Long> bytes) {}
