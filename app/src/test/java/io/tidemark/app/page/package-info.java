/** Tests of the page in a browser, with the boards of complete logs. */
@NullMarked
package io.tidemark.app.page;

import org.jspecify.annotations.NullMarked;
