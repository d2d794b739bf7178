/** Use and peaks of a memory, its ops and its timeline. */
package io.tidemark.model.memory;
