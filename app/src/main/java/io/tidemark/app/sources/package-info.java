/** The sources that a streams job follows, and what is decided about parked ones. */
@NullMarked
package io.tidemark.app.sources;

import org.jspecify.annotations.NullMarked;
