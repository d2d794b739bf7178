/**
 * Z-Ant, a compiler of neural networks for small devices. Its generator prints memory plans as
 * JSON: a bare list since October 2025, an object in a file since May 2026. The lines of its
 * tracing allocators are parsed, too. Example:
 *
 * <pre>
 *   [{"name":"Relu6__15","size":27648,"backing_buffer":{"id":3,"size":36864,"element_type":"u8",…}},…]
 * </pre>
 */
package io.tidemark.analysis.system.zant;
