/** The command line: one class per command, and the options that commands share. */
@NullMarked
package io.tidemark.app.cli;

import org.jspecify.annotations.NullMarked;
