/** Checks what is shipped beside Tidemark's own classes. */
@NullMarked
package io.tidemark.app.shipped;

import org.jspecify.annotations.NullMarked;
