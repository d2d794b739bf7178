/** Failures of a program's surroundings, each reported in one sentence. */
@NullMarked
package io.tidemark.app.fault;

import org.jspecify.annotations.NullMarked;
