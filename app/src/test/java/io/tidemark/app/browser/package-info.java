/** A real browser, for tests of the visible page. */
@NullMarked
package io.tidemark.app.browser;

import org.jspecify.annotations.NullMarked;
