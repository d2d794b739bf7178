/** TLS and log-in of the HTTP servers, by a configuration file. */
package io.tidemark.sink.access;
