/** The state of a run. */
@NullMarked
package io.tidemark.model.run;

import org.jspecify.annotations.NullMarked;
