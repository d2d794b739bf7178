/** Alert rules over events and state, in event time. */
@NullMarked
package io.tidemark.analysis.alert;

import org.jspecify.annotations.NullMarked;
