/**
 * The plans that TFLite Micro prints ({@code PrintMemoryPlan}): a line per buffer, then a map of
 * the arena. Example:
 *
 * <pre>
 *   0 (id=0): size=9216, offset=0, first_used=0 last_used=1
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.system.tflm;

import org.jspecify.annotations.NullMarked;
