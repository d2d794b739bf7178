package io.tidemark.app.simulate;

import java.util.Arrays;
import java.util.List;

/**
 * Addresses of buffers in a lane. Each buffer gets the lowest address that is free in all its
 * timesteps; the first that does not fit ends the try.
 *
 * @param addresses of the buffers placed, in their order
 * @param bytes of every buffer
 * @param highWaterBytes end of the highest buffer placed
 */
@SuppressWarnings("ArrayRecordComponent") // read in place, never compared
record LanePlacement(long[] addresses, long[] bytes, long highWaterBytes) {

  /** Sizes of the buffers, granularity of their addresses, and size of the lane. */
  record Terms(double factor, long alignmentBytes, long limitBytes) {}

  static LanePlacement of(List<LaneBuffer> buffers, Terms terms) {
    int count = buffers.size();
    long[] bytes = new long[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = buffers.get(i).bytes(terms.factor);
    }
    long[] addresses = new long[count];
    int[] byAddress = new int[count];
    long highWater = 0;
    int placed = 0;
    for (; placed < count; placed++) {
      long address = 0;
      for (int k = 0; k < placed; k++) {
        int other = byAddress[k];
        boolean meets = (buffers.get(other).steps() & buffers.get(placed).steps()) != 0;
        if (meets && address + bytes[placed] > addresses[other]) {
          address = Math.max(address, aligned(addresses[other] + bytes[other], terms));
        }
      }
      if (address + bytes[placed] > terms.limitBytes) {
        break;
      }
      addresses[placed] = address;
      highWater = Math.max(highWater, address + bytes[placed]);
      insert(byAddress, placed, addresses);
    }
    return new LanePlacement(Arrays.copyOf(addresses, placed), bytes, highWater);
  }

  int placed() {
    return addresses.length;
  }

  boolean complete() {
    return addresses.length == bytes.length;
  }

  private static void insert(int[] byAddress, int buffer, long[] addresses) {
    int at = buffer;
    while (at > 0 && addresses[byAddress[at - 1]] > addresses[buffer]) {
      byAddress[at] = byAddress[at - 1];
      at--;
    }
    byAddress[at] = buffer;
  }

  private static long aligned(long address, Terms terms) {
    return (address + terms.alignmentBytes - 1) / terms.alignmentBytes * terms.alignmentBytes;
  }
}
