/** Rules over events and state, in event time: when an alert begins and ends. */
@NullMarked
package io.tidemark.analysis.alert;

import org.jspecify.annotations.NullMarked;
