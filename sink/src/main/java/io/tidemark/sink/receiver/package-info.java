/**
 * Requests to receivers over HTTP: of samples, metrics and alerts. What an answer means, how a
 * receiver is shown, and when its secrets are read is decided here alone.
 */
package io.tidemark.sink.receiver;
