/** Meters with a common name in several programs; each program depends on Micrometer itself. */
@NullMarked
package io.tidemark.model.meter;

import org.jspecify.annotations.NullMarked;
