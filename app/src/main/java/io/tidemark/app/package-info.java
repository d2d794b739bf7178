/** The command line over the three programs, and the pieces that let one process be all of them. */
@NullMarked
package io.tidemark.app;

import org.jspecify.annotations.NullMarked;
