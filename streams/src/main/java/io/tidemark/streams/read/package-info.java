/**
 * What the job reads: slices with their key and time, what cannot be read of them, and what is
 * left.
 */
package io.tidemark.streams.read;
