/** The page as a browser draws it, over the boards of logs at rest. */
@NullMarked
package io.tidemark.app.page;

import org.jspecify.annotations.NullMarked;
