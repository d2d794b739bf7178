/** Logging of this process: printable, without repeated and known harmless lines. */
@NullMarked
package io.tidemark.app.logging;

import org.jspecify.annotations.NullMarked;
