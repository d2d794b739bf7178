/** Sends alerts without Prometheus: to an address, in the form that it reads, or to a program. */
package io.tidemark.app.notify;
