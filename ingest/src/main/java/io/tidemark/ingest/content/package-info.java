/** Content of a file: its bytes, and how the content is recognised again. */
@NullMarked
package io.tidemark.ingest.content;

import org.jspecify.annotations.NullMarked;
