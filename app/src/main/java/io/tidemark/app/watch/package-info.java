/** Runs everything in one process and shows the results on a terminal. */
package io.tidemark.app.watch;
