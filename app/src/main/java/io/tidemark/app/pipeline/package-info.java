/** All programs in one process: broker, tailer, streams and sink, opened and closed together. */
@NullMarked
package io.tidemark.app.pipeline;

import org.jspecify.annotations.NullMarked;
