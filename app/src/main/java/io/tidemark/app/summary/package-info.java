/** Terminal output of a board: the summary, and a status line per run. */
@NullMarked
package io.tidemark.app.summary;

import org.jspecify.annotations.NullMarked;
