/** Alerts, their keys and rules. */
@NullMarked
package io.tidemark.model.alert;

import org.jspecify.annotations.NullMarked;
