/**
 * The sources of one task: which are live, what of them is published, and what a failing one
 * leaves.
 */
package io.tidemark.streams.source;
