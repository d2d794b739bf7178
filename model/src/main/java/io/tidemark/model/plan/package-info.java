/** Records of a static plan. */
package io.tidemark.model.plan;
