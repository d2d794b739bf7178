/**
 * The sources of one task: their slices with key and time, what cannot be read of them and what is
 * left, which sources are live, what of them is published, and what a failing one leaves.
 */
package io.tidemark.streams.source;
