/** How far logs were read before: stored positions by generation, names, and passed ends. */
@NullMarked
package io.tidemark.ingest.checkpoint;

import org.jspecify.annotations.NullMarked;
