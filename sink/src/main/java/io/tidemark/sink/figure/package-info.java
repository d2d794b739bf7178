/**
 * The meters of the board and the one author of their figures. Scrape, remote write and OpenMetrics
 * files take every (meter, labels, value) of a run from {@link io.tidemark.sink.figure.RunFigures};
 * each of them only decides which figures it publishes, and when.
 */
package io.tidemark.sink.figure;
