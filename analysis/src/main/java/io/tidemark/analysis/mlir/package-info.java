/**
 * What an MLIR operation printed on one line says: operands, types, layouts, and what they take.
 * For reports; the live analysis needs no more of an op than its name and place.
 */
@NullMarked
package io.tidemark.analysis.mlir;

import org.jspecify.annotations.NullMarked;
