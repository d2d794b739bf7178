/** Lists the sources of a streams job, and skips the failing slice of a parked one. */
@NullMarked
package io.tidemark.app.sources;

import org.jspecify.annotations.NullMarked;
