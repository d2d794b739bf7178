package io.tidemark.app.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions as a C++ compiler lays out tt-metal's struct, field after field. */
class RegionLinesTest {

  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  private final Set<Integer> alive = new HashSet<>(Set.of(77, 78));
  private RegionLines lines;

  /** Writes the struct as its compiler does: each field at the next multiple of its size. */
  private static final class Struct {
    private final ByteBuffer bytes = ByteBuffer.allocate(8576).order(ByteOrder.LITTLE_ENDIAN);

    Struct(int version, int device) {
      four(version).four(1).eight(1_764_000_000_000_000_000L).four(1);
      eight(0).eight(0x1234_5678_9abcL).four(device);
    }

    Struct four(int value) {
      bytes.putInt(value);
      return this;
    }

    Struct eight(long... values) {
      bytes.position((bytes.position() + 7) / 8 * 8);
      for (long value : values) {
        bytes.putLong(value);
      }
      return this;
    }

    Struct chip(int chip, long... used) {
      return four(chip).four(chip == 0 ? 0 : 1).eight(used);
    }

    Struct noChips(int count) {
      for (int i = 0; i < count; i++) {
        chip(-1, 0, 0, 0, 0, 0);
      }
      return this;
    }

    Struct process(int pid, String name, long... used) {
      four(pid).eight(used).eight(1);
      byte[] printed = new byte[64];
      byte[] text = name.getBytes(StandardCharsets.UTF_8);
      System.arraycopy(text, 0, printed, 0, text.length);
      bytes.put(printed);
      return this;
    }

    byte[] done() {
      bytes.putInt(8536, 0x52454459);
      return bytes.array();
    }
  }

  private void write(String asic, byte[] region) throws IOException {
    Files.write(folder.resolve("tt_device_" + asic + "_memory"), region);
  }

  private List<String> look() throws IOException {
    if (lines == null) {
      lines = new RegionLines(folder, alive::contains);
    }
    return lines.look();
  }

  private static Struct n300(int version, long dram) {
    return new Struct(version, 0)
        .eight(dram + 5 * MIB, 3, 0, 0, 2)
        .chip(0, dram, 1, 0, 0, 2)
        .chip(1, 5 * MIB, 2, 0, 0, 0)
        .noChips(14);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void eachChangeOfAChipAndAProcessIsALine(int version) throws IOException {
    write("1", n300(version, 7 * MIB).process(77, "python serve.py", 12 * MIB, 3, 0, 0, 2).done());
    assertThat(look())
        .containsExactly(
            "tt-shm: device=0 memory=DRAM used=7340032",
            "tt-shm: device=0 memory=L1 used=1",
            "tt-shm: device=0 memory=CB used=2",
            "tt-shm: device=1 memory=DRAM used=5242880",
            "tt-shm: device=1 memory=L1 used=2",
            "tt-shm: device=0/python-serve-py:77 memory=DRAM used=12582912",
            "tt-shm: device=0/python-serve-py:77 memory=L1 used=3",
            "tt-shm: device=0/python-serve-py:77 memory=CB used=2");
    assertThat(look()).isEmpty();

    write("1", n300(version, 9 * MIB).done());
    assertThat(look())
        .containsExactlyInAnyOrder(
            "tt-shm: device=0 memory=DRAM used=9437184",
            "tt-shm: device=0/python-serve-py:77 memory=DRAM used=0",
            "tt-shm: device=0/python-serve-py:77 memory=L1 used=0",
            "tt-shm: device=0/python-serve-py:77 memory=CB used=0");
  }

  @Test
  void aDeviceWithoutChipsIsItsTotals() throws IOException {
    write("1", new Struct(4, 3).eight(MIB, 0, 0, 64, 0).noChips(16).done());
    assertThat(look())
        .containsExactly(
            "tt-shm: device=3 memory=DRAM used=1048576", "tt-shm: device=3 memory=TRACE used=64");
  }

  @Test
  void aFolderWithoutARegionIsNamedOnce() throws Exception {
    assertThat(Here.run("tt-shm", "--once", "--folder", folder))
        .returns("", Here::printed)
        .returns("tidemark: no tt_device_*_memory in %s\n".formatted(folder), Here::complained);
    lines = new RegionLines(folder, alive::contains);
    lines.look();
    assertThat(lines.isEmpty()).isTrue();
    assertThat(lines.absence(false)).endsWith(": waiting for a program that opens a device");

    write("1", n300(4, MIB).done());
    assertThat(Here.run("tt-shm", "--once", "--folder", folder).complained()).isEmpty();
  }

  @Test
  void whatCannotBeReadIsSaidOnce() throws IOException {
    write("8", new Struct(9, 0).done());
    write("9", new byte[0]);
    Files.writeString(folder.resolve("tt_other"), "nothing");
    assertThat(look())
        .containsExactlyInAnyOrder(
            "tt-shm: warning: tt_device_8_memory is not read: layout version 9 with 8,576 bytes:"
                + " want 3 or 4 with at least 8,536",
            "tt-shm: warning: tt_device_9_memory is not read: layout version 0 with 0 bytes: want"
                + " 3 or 4 with at least 8,536");
    assertThat(look()).isEmpty();
    write("9", new Struct(4, 0).eight(MIB, 0, 0, 0, 0).noChips(16).done());
    assertThat(look()).containsExactly("tt-shm: device=0 memory=DRAM used=1048576");
    Files.delete(folder.resolve("tt_device_9_memory"));
    assertThat(look())
        .containsExactly("tt-shm: warning: tt_device_9_memory is gone: its last figures stay");
  }

  @Test
  void aDeadProcessThatHoldsMemoryIsSaidOnce() throws IOException {
    write(
        "1", n300(3, MIB).process(77, "a", MIB, 0, 0, 0, 0).process(78, "b", 1, 0, 0, 0, 0).done());
    look();
    alive.remove(77);
    assertThat(look())
        .containsExactly("tt-shm: warning: process 0/a:77 is dead and holds 1.00 MiB");
    assertThat(look()).isEmpty();
  }

  @Test
  void itsLinesAreAUseOfEachChipAndProcess() throws Exception {
    write("1", n300(4, 7 * MIB).process(1, "serve", 12 * MIB, 3, 0, 0, 0).done());
    Here shown = Here.run("tt-shm", "--once", "--folder", folder.toString());
    assertThat(shown.exit()).as("%s", shown).isZero();
    Path log = Files.writeString(folder.resolve("shm.log"), shown.printed());

    assertThat(Here.run("report", "--text", "--device-memory", "16MiB", log.toString()).printed())
        .contains(
            "DRAM of device 0 7.00 MiB of 16.0 MiB (43.8 %)", "DRAM of device 0/serve:1 12.0 MiB");
    Here json = Here.run("report", "--json", log.toString());
    assertThat(json.printed()).contains("0/serve:1", "\"1\"", "7340032", "5242880");
  }

  @Test
  void aFolderThatIsNotThereIsRefused() {
    Here shown = Here.run("tt-shm", "--once", "--folder", folder.resolve("none").toString());
    assertThat(shown.exit()).isEqualTo(2);
    assertThat(shown.complained()).contains("none: want a folder that is there");
  }
}
