/** The command line: one class per command, and the options that commands share. */
package io.tidemark.app.cli;
