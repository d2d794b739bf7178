/**
 * What every log system is made of: {@link LogSystem} names its formats and makes the {@link
 * SystemTracker} of a run. Each system has a package of its own below this one, and knows no other.
 */
@NullMarked
package io.tidemark.analysis.system;

import org.jspecify.annotations.NullMarked;
