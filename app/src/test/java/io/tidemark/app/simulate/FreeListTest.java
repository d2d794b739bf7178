package io.tidemark.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FreeListTest {

  @Test
  void aBlockFitsBestWhereTheLeastIsLeftOver() {
    FreeList dram = new FreeList(10_240);
    long low = dram.allocate(2048);
    dram.allocate(1024);
    long narrow = dram.allocate(1024);
    dram.allocate(1024);
    dram.release(low);
    dram.release(narrow);

    assertThat(dram.allocate(1000)).isEqualTo(narrow);
    assertThat(dram.allocate(6000)).isEqualTo(FreeList.NOWHERE);
  }

  @Test
  void aBlockInTheLargestTearsItInTwo() {
    FreeList dram = new FreeList(10_240);
    long address = dram.allocateInLargest(1024, 4096);

    assertThat(address).isEqualTo(4096);
    assertThat(dram.largestFreeBytes()).isEqualTo(5120);
    assertThat(dram.freeBytes()).isEqualTo(9216);
  }

  @Test
  void whateverComesAndGoesAllIsOneBlockInTheEnd() {
    FreeList dram = new FreeList(1 << 20);
    SplittableRandom random = new SplittableRandom(5);
    List<Long> live = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      if (live.isEmpty() || random.nextInt(100) < 55) {
        long address = dram.allocate(random.nextLong(1, 20_000));
        if (address != FreeList.NOWHERE) {
          live.add(address);
        }
      } else {
        dram.release(live.remove(random.nextInt(live.size())));
      }
      assertThat(dram.usedBytes() + dram.freeBytes()).isEqualTo(1 << 20);
      assertThat(dram.largestFreeBytes()).isLessThanOrEqualTo(dram.freeBytes());
    }
    live.forEach(dram::release);

    assertThat(dram.usedBytes()).isZero();
    assertThat(dram.largestFreeBytes()).isEqualTo(1 << 20);
  }

  @Test
  void nothingIsFreedTwice() {
    FreeList dram = new FreeList(4096);
    long address = dram.allocate(64);
    dram.release(address);

    assertThatThrownBy(() -> dram.release(address)).isInstanceOf(IllegalArgumentException.class);
  }
}
