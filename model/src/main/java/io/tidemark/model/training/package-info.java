/** The memory summary of a trainer. */
@NullMarked
package io.tidemark.model.training;

import org.jspecify.annotations.NullMarked;
