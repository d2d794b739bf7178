/** Sends alerts without Alertmanager: to a webhook, or to a command. */
@NullMarked
package io.tidemark.app.notify;

import org.jspecify.annotations.NullMarked;
