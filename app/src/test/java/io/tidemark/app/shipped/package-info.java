/** Checks of the files shipped in addition to Tidemark's own classes. */
@NullMarked
package io.tidemark.app.shipped;

import org.jspecify.annotations.NullMarked;
