/** Use and peaks of a memory, its ops and its timeline. */
@NullMarked
package io.tidemark.model.memory;

import org.jspecify.annotations.NullMarked;
