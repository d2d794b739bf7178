/** Meters with a common name in several programs; each program depends on Micrometer itself. */
package io.tidemark.model.meter;
