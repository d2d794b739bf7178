/** Everything in one process: broker, tailer, streams and sink, and what a terminal shows. */
@NullMarked
package io.tidemark.app.watch;

import org.jspecify.annotations.NullMarked;
