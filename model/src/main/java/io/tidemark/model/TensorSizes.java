package io.tidemark.model;

/**
 * The tensors that borrow one buffer.
 *
 * @param tensors how many there are
 * @param smallestBytes of the smallest tensor; 0 without any
 */
public record TensorSizes(int tensors, long smallestBytes, long largestBytes) {}
