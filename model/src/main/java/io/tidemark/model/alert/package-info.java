/** Alerts, their keys and rules. */
package io.tidemark.model.alert;
