/** State → metric and page: rebuilds the board from compacted topics and serves it over HTTP. */
@NullMarked
package io.tidemark.sink;

import org.jspecify.annotations.NullMarked;
