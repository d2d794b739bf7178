/**
 * Serves a board snapshot over HTTP: the scrape, the probes, the canonical state and the live page.
 */
@NullMarked
package io.tidemark.sink.page;

import org.jspecify.annotations.NullMarked;
