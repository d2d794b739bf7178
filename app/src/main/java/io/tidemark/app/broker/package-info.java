/** Apache Kafka's broker in this process, and the set-up of topics on any broker. */
@NullMarked
package io.tidemark.app.broker;

import org.jspecify.annotations.NullMarked;
