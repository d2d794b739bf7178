/** Recorded logs that grow for {@code tidemark demo}. */
package io.tidemark.app.demo;
