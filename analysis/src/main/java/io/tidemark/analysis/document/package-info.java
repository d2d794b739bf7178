/**
 * A file that is one JSON document instead of a log: read line by line like any other, as it comes,
 * into the records that it lists.
 *
 * <pre>
 *   line ─▶ JsonReader ─ tokens ─▶ RecordBuilder ─ a record is complete ─▶ facts
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.document;

import org.jspecify.annotations.NullMarked;
