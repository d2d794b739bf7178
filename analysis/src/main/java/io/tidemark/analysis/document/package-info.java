/**
 * Parses files that are one JSON document instead of a log. They are read line by line, as they
 * arrive, into records.
 *
 * <pre>
 *   line ─▶ JsonReader ─ tokens ─▶ RecordBuilder ─ a record is complete ─▶ facts
 * </pre>
 */
package io.tidemark.analysis.document;
