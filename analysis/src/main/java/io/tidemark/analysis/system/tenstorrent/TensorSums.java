package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.model.memory.LiveTensors;

/**
 * Sums over the tensors of one memory, in bytes.
 *
 * @param logicalBytes size of the elements
 * @param weightBytes size with padded tiles, as for the two after it
 */
public record TensorSums(
    int tensors, long logicalBytes, long weightBytes, long activationBytes, long otherBytes) {

  static final TensorSums NONE = new TensorSums(0, 0, 0, 0, 0);

  public long paddedBytes() {
    return weightBytes + activationBytes + otherBytes;
  }

  TensorSums and(TensorTracker.Held tensor) {
    return step(tensor, 1);
  }

  TensorSums without(TensorTracker.Held tensor) {
    return step(tensor, -1);
  }

  private TensorSums step(TensorTracker.Held held, int sign) {
    long padded = sign * held.paddedBytes();
    TensorTracker.Use use = held.use();
    return new TensorSums(
        tensors + sign,
        logicalBytes + sign * held.logicalBytes(),
        weightBytes + (use == TensorTracker.Use.WEIGHT ? padded : 0),
        activationBytes + (use == TensorTracker.Use.ACTIVATION ? padded : 0),
        otherBytes + (use == TensorTracker.Use.OTHER ? padded : 0));
  }

  TensorSums and(TensorSums more) {
    return new TensorSums(
        tensors + more.tensors,
        logicalBytes + more.logicalBytes,
        weightBytes + more.weightBytes,
        activationBytes + more.activationBytes,
        otherBytes + more.otherBytes);
  }

  LiveTensors toLiveTensors() {
    return new LiveTensors(
        tensors, weightBytes, activationBytes, otherBytes, paddedBytes() - logicalBytes);
  }
}
