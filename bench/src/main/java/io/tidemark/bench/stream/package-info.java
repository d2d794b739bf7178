/** Measures the streams job in comparison with bare jobs of the same library. */
package io.tidemark.bench.stream;
