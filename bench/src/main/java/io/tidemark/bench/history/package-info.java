/** Measures remote write in comparison with a bare loop over the same requests. */
@NullMarked
package io.tidemark.bench.history;

import org.jspecify.annotations.NullMarked;
