/** What several programs meter under one name; each imports Micrometer for itself. */
@NullMarked
package io.tidemark.model.meter;

import org.jspecify.annotations.NullMarked;
