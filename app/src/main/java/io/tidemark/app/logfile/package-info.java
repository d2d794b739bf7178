/** A log at rest: its files as slices, and what the analysis makes of all of it. */
@NullMarked
package io.tidemark.app.logfile;

import org.jspecify.annotations.NullMarked;
