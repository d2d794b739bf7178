/** Typed events of a log, and the figures that they contain. */
@NullMarked
package io.tidemark.model.event;

import org.jspecify.annotations.NullMarked;
