/**
 * Serves a board snapshot over HTTP: the scrape, the probes, the canonical state and the live page.
 */
package io.tidemark.sink.page;
