/** Failures of a program's surroundings, each reported in one sentence. */
package io.tidemark.app.fault;
