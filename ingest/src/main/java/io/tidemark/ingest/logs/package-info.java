/** The followed logs, and changes of their files: begun, cut, moved, ended. */
package io.tidemark.ingest.logs;
