/** Content of a file: its bytes, and how the content is recognised again. */
package io.tidemark.ingest.content;
