/** Two runs of one model, or two plans of one module, side by side. */
@NullMarked
package io.tidemark.app.compare;

import org.jspecify.annotations.NullMarked;
