/** The stored state of a source: its sections, written as they changed and read at a start. */
@NullMarked
package io.tidemark.analysis.store;

import org.jspecify.annotations.NullMarked;
