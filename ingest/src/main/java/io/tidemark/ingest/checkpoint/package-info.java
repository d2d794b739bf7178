/**
 * Progress of earlier reading: stored positions by generation, names of sources, and passed ends.
 */
@NullMarked
package io.tidemark.ingest.checkpoint;

import org.jspecify.annotations.NullMarked;
