/**
 * What the job publishes, when, and to whom: the topics alone, or a board in the same process
 * first.
 */
package io.tidemark.streams.publish;
