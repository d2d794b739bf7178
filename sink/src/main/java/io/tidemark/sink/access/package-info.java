/** Who may ask a server of ours, and over what: TLS and log-in, as a configuration file tells. */
@NullMarked
package io.tidemark.sink.access;

import org.jspecify.annotations.NullMarked;
