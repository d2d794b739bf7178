/**
 * Stored and published state. A part is a version byte, then varints and texts. The hot part of a
 * source is a list of sections, each with a tag, a version and a length.
 */
@NullMarked
package io.tidemark.analysis.state;

import org.jspecify.annotations.NullMarked;
