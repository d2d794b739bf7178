/** Alerts to people who watch alone: a webhook, or a command of theirs. */
@NullMarked
package io.tidemark.app.notify;

import org.jspecify.annotations.NullMarked;
