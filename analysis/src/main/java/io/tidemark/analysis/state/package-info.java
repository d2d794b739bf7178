/**
 * Stored and published state. A part is one object by name, see {@link
 * io.tidemark.analysis.state.StateFormat}; the hot part of a source holds the bytes of several
 * sections by tag.
 */
package io.tidemark.analysis.state;
