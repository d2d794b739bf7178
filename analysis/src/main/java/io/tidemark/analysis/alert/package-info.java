/** Alert rules over events and state, in event time. */
package io.tidemark.analysis.alert;
