/** Writers of which only message rows are known, see {@link io.tidemark.analysis.message}. */
@NullMarked
package io.tidemark.analysis.system.message;

import org.jspecify.annotations.NullMarked;
