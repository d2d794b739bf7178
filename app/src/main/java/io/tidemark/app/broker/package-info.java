/** Apache Kafka's broker in this process, and the set-up of topics on any broker. */
package io.tidemark.app.broker;
