package io.tidemark.ingest.find;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The file descriptors that are left for logs. A reserve is kept for the broker's files,
 * connections and libraries, whose failures would end the program.
 */
public final class Descriptors {

  /** Counting the open files takes milliseconds when there are many. */
  private static final long MEASURED_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Enough for the broker; where the limit is low, a quarter of it. */
  private static final long RESERVE = 256;

  private final LongSupplier free;
  private final LongSupplier nanos;
  private long left;
  private long measuredNanos;
  private boolean measured;

  /**
   * @param free number of descriptors without the reserve
   */
  public Descriptors(LongSupplier free, LongSupplier nanos) {
    this.free = free;
    this.nanos = nanos;
  }

  static Descriptors ofProcess() {
    return new Descriptors(
        () -> {
          long most = most();
          return most == Long.MAX_VALUE ? most : most - open() - reserve(most);
        },
        System::nanoTime);
  }

  /** Number of descriptors that logs leave to the broker, of {@code most} in total. */
  static long reserve(long most) {
    return Math.max(most / 16, Math.min(RESERVE, most / 4));
  }

  boolean hasRoom() {
    long now = nanos.getAsLong();
    if (!measured || now - measuredNanos >= MEASURED_EVERY_NANOS) {
      measured = true;
      measuredNanos = now;
      left = Math.max(0, free.getAsLong());
    }
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  /** Number of files that this process may have open. */
  public static long most() {
    return bean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }

  /** Number of files that this process has open. */
  public static long open() {
    return bean() instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0;
  }

  private static Object bean() {
    return ManagementFactory.getOperatingSystemMXBean();
  }
}
