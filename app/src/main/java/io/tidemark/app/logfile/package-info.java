/** Complete logs: their files as slices, and the results of their analysis. */
@NullMarked
package io.tidemark.app.logfile;

import org.jspecify.annotations.NullMarked;
