/**
 * XLA on any device: the files that its compiler dumps of a module's buffers (jaxlib 0.10, libtpu
 * 0.0.42 and before), its reports of programs that found no room, and the dumps of the BFC
 * allocators of XLA and TensorFlow (2020 on). Example:
 *
 * <pre>
 *   allocation 0: size 1048576, parameter 0, shape |f32[1024,256]| at ShapeIndex {}, maybe-live-out:
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.system.xla;

import org.jspecify.annotations.NullMarked;
