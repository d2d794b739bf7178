/** The memory summary of a trainer. */
package io.tidemark.model.training;
