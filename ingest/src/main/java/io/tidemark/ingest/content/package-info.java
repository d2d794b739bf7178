/** What a file holds: its bytes, and how its content is recognised again. */
@NullMarked
package io.tidemark.ingest.content;

import org.jspecify.annotations.NullMarked;
