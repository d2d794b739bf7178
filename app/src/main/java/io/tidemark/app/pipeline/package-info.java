/** All programs in one process: broker, tailer, streams and sink, opened and closed together. */
package io.tidemark.app.pipeline;
