/**
 * The text of MLIR ops, types and modules that the Tenstorrent runtime prints: results, operands,
 * tensors with their tiles and memories.
 */
package io.tidemark.analysis.system.tenstorrent.mlir;
