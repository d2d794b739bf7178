/**
 * The memory summary that tt-train prints after the first step of a training, in all its forms
 * since 2025, and the footprint lines of its devices. Example:
 *
 * <pre>
 *   DRAM: Segment Peak 0.00 MB, Allocations 0.00 MB, Deallocations 0.00 MB, Segment Change +0.00 MB
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.system.tttrain;

import org.jspecify.annotations.NullMarked;
