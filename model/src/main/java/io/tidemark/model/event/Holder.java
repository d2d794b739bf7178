package io.tidemark.model.event;

/**
 * A part of a model, and what it held of a memory.
 *
 * @param name such as {@code model.layers.0}; a name in brackets for what belongs to no part
 * @param heldAtPeakBytes bytes that results of its ops held at the memory's highest snapshot;
 *     negative for freed bytes of unknown producers
 */
public record Holder(String name, long heldAtPeakBytes) {}
