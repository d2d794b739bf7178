/**
 * Progress of earlier reading: stored positions by generation, names of sources, and passed ends.
 */
package io.tidemark.ingest.checkpoint;
