/** How this process logs: printable, without repeated lines and known harmless ones. */
@NullMarked
package io.tidemark.app.logging;

import org.jspecify.annotations.NullMarked;
