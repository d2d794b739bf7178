/** Records of a static plan. */
@NullMarked
package io.tidemark.model.plan;

import org.jspecify.annotations.NullMarked;
