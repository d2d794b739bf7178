/** A real browser, for tests of what people see. */
@NullMarked
package io.tidemark.app.browser;

import org.jspecify.annotations.NullMarked;
