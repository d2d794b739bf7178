/**
 * The parts of every log system. A {@link LogSystem} lists its formats and creates the {@link
 * SystemTracker} of a run. Each system has its own package below this one and depends on no other.
 */
package io.tidemark.analysis.system;
