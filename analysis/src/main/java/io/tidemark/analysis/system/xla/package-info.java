/**
 * XLA on any device. Supported are compiler dumps of a module's buffers (up to jaxlib 0.10 and
 * libtpu 0.0.42), out-of-memory reports of programs, and dumps of the BFC allocators of XLA and
 * TensorFlow since 2020. Example:
 *
 * <pre>
 *   allocation 0: size 1048576, parameter 0, shape |f32[1024,256]| at ShapeIndex {}, maybe-live-out:
 * </pre>
 */
package io.tidemark.analysis.system.xla;
