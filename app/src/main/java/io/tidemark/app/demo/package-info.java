/** Recorded logs that grow for {@code tidemark demo}. */
@NullMarked
package io.tidemark.app.demo;

import org.jspecify.annotations.NullMarked;
