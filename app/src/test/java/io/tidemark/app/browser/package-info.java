/** A real browser, for tests of the visible page. */
package io.tidemark.app.browser;
