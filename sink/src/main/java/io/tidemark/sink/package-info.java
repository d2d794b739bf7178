/** Rebuilds the board from compacted topics and serves it over HTTP as metrics and page. */
package io.tidemark.sink;
