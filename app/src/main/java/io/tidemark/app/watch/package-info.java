/** Runs everything in one process and shows on a terminal what it finds. */
@NullMarked
package io.tidemark.app.watch;

import org.jspecify.annotations.NullMarked;
