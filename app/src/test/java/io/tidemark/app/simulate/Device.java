package io.tidemark.app.simulate;

import io.tidemark.app.simulate.LogText.Stock;
import java.util.SplittableRandom;

/**
 * A simulated card: each operation logs the state before it, then changes it. A program names its
 * tensors by slots.
 */
final class Device {

  private static final int SLOTS = 16;

  private final LogText log;
  private final ForeignLines foreign;
  private final SimulatedClock clock;
  private final SplittableRandom random;
  private final FreeList dram = new FreeList(RuntimeLines.DRAM_BANK_BYTES);
  private final long[] addresses = new long[SLOTS];

  Device(LogText log, ForeignLines foreign, SimulatedClock clock, SplittableRandom random) {
    this.log = log;
    this.foreign = foreign;
    this.clock = clock;
    this.random = random;
  }

  FreeList dram() {
    return dram;
  }

  void say(Stock lines) {
    log.add(lines);
  }

  /** Logs an operation that changes nothing. */
  void pass(Stock operation) {
    int dice = random.nextInt(1 << 16);
    clock.advanceMicros(60 + (dice & 1023));
    if (dice >> 10 == 0) {
      foreign.chatter(log, random);
    }
    log.add(operation);
    RuntimeLines.memory(log, dram);
  }

  /** Logs an operation whose result is a tensor of {@code bytes} per bank. */
  void make(Stock operation, int slot, long bytes) {
    pass(operation);
    place(slot, bytes);
  }

  /** Logs the deallocation of a slot's tensor. */
  void drop(Stock operation, int slot) {
    pass(operation);
    dram.release(addresses[slot]);
  }

  /** Allocates a tensor without a line in the log, like an upload. */
  void place(int slot, long bytes) {
    long address = dram.allocate(bytes);
    if (address == FreeList.NOWHERE) {
      throw new IllegalStateException(
          "no place for %d bytes, largest free block %d".formatted(bytes, dram.largestFreeBytes()));
    }
    addresses[slot] = address;
  }

  /** Frees a slot's tensor without a line in the log, like the owner of an output. */
  void forget(int slot) {
    dram.release(addresses[slot]);
  }
}
