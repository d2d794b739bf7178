/**
 * Messages as data: a {@link Message} is a row of a message file that says how one sentence of a
 * writer reads and what it states. The {@link Catalogue} holds the rows, {@link MessageFormat}
 * finds and reads them in a log, and {@link MessageFile} describes the files. {@link LineRows} are
 * texts of the lines of a system's blocks, such as a dump.
 */
@NullMarked
package io.tidemark.analysis.message;

import org.jspecify.annotations.NullMarked;
