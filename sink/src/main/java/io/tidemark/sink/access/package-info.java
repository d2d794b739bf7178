/** TLS and log-in of the HTTP servers, by a configuration file. */
@NullMarked
package io.tidemark.sink.access;

import org.jspecify.annotations.NullMarked;
