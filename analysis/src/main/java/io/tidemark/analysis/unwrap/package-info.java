/**
 * Recovers the lines that writers wrote from the lines of a file: container runtimes and loggers
 * put them into JSON objects and split long ones.
 *
 * <pre>
 *   line ─▶ wrappers ─▶ part of a line? ─ yes ─▶ kept until the last part
 *              ▲             │ no, or the last part: all parts joined
 *              └── text ◀────┴─▶ a JSON object around a text? ─ no ─▶ the line
 * </pre>
 */
package io.tidemark.analysis.unwrap;
