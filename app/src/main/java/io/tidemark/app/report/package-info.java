/** A log's report without a broker: the same analysis over a file at rest, written as files. */
@NullMarked
package io.tidemark.app.report;

import org.jspecify.annotations.NullMarked;
