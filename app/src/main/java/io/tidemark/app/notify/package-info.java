/** Sends alerts without Alertmanager: to a webhook, or to a command. */
package io.tidemark.app.notify;
