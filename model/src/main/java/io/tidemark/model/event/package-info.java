/** Typed events of a log, and the figures that they contain. */
package io.tidemark.model.event;
