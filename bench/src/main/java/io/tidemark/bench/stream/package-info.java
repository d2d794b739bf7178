/** Measures the streams job in comparison with bare jobs of the same library. */
@NullMarked
package io.tidemark.bench.stream;

import org.jspecify.annotations.NullMarked;
