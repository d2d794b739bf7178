/** Runs everything in one process and shows the results on a terminal. */
@NullMarked
package io.tidemark.app.watch;

import org.jspecify.annotations.NullMarked;
