/** Terminal output of a board: the summary, and a status line per run. */
package io.tidemark.app.summary;
