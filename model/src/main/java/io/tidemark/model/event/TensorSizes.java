package io.tidemark.model.event;

/**
 * Sizes of the tensors that borrow one buffer.
 *
 * @param tensors number of tensors
 * @param smallestBytes size of the smallest tensor; 0 without tensors
 */
public record TensorSizes(int tensors, long smallestBytes, long largestBytes) {}
