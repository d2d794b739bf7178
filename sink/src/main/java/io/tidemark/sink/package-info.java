/** Rebuilds the board from compacted topics and serves it over HTTP as metrics and page. */
@NullMarked
package io.tidemark.sink;

import org.jspecify.annotations.NullMarked;
