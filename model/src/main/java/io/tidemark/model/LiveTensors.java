package io.tidemark.model;

/**
 * The tensors that the ops of the programs that run have put into one memory and not yet freed,
 * counted from the types that op lines print. Bytes are padded ones: with the tiles filled up.
 *
 * @param count how many there are
 * @param weightBytes of those that programs computed once ({@code const_eval}), or loaded from what
 *     these left
 * @param activationBytes of those that the ops of any other program yielded
 * @param otherBytes of those that ops outside of every program yielded
 * @param paddingBytes how much of all three is padding
 */
public record LiveTensors(
    int count, long weightBytes, long activationBytes, long otherBytes, long paddingBytes) {

  public static final LiveTensors NONE = new LiveTensors(0, 0, 0, 0, 0);
}
