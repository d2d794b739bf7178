/** The stored state of a source: its sections, written as they changed and read at a start. */
package io.tidemark.analysis.store;
