/** The streams job, measured beside bare jobs of the same library. */
@NullMarked
package io.tidemark.bench.stream;

import org.jspecify.annotations.NullMarked;
