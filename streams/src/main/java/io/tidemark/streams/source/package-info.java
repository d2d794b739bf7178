/**
 * The sources of one task: which are live, what of them is published, and what a failing one
 * leaves.
 */
@NullMarked
package io.tidemark.streams.source;

import org.jspecify.annotations.NullMarked;
