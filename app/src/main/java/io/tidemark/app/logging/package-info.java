/** Logging of this process: printable, without repeated and known harmless lines. */
package io.tidemark.app.logging;
