package io.tidemark.model;

/**
 * One memory of one device in one run.
 *
 * @param device rank or mesh device when the log names one, else {@code "0"}
 * @param memory an open set: {@code DRAM}, {@code L1}, {@code L1_SMALL}, {@code TRACE}, {@code
 *     LMEM}…
 */
public record MemoryKey(RunId run, String device, String memory) {}
