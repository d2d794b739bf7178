/** Measures remote write in comparison with a bare loop over the same requests. */
package io.tidemark.bench.history;
