/** From state and event to alert, in event time: when somebody has to look. */
@NullMarked
package io.tidemark.analysis.judge;

import org.jspecify.annotations.NullMarked;
