package io.tidemark.model.memory;

/**
 * Tensors that ops of the running programs allocated in one memory and that are not yet freed, from
 * the types in op lines. Sizes include padding to whole tiles.
 *
 * @param count number of tensors
 * @param weightBytes bytes of tensors computed once by programs ({@code const_eval}), or loaded
 *     from their results
 * @param activationBytes bytes of results of ops in all other programs
 * @param otherBytes bytes of results of ops outside any program
 * @param paddingBytes padding within all three
 */
public record LiveTensors(
    int count, long weightBytes, long activationBytes, long otherBytes, long paddingBytes) {

  public static final LiveTensors NONE = new LiveTensors(0, 0, 0, 0, 0);
}
