/** Apache Kafka's own broker in this process, and the topics made ready on any broker. */
@NullMarked
package io.tidemark.app.broker;

import org.jspecify.annotations.NullMarked;
