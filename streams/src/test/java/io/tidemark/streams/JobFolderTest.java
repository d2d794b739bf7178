package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class JobFolderTest {

  @TempDir Path job;

  @BeforeEach
  void makeTwoTasks() throws IOException, RocksDBException {
    for (String store : new String[] {"0_0/rocksdb/hot", "0_0/rocksdb/ops", "0_1/rocksdb/hot"}) {
      Path folder = Files.createDirectories(job.resolve(store));
      try (Options options = new Options().setCreateIfMissing(true);
          FlushOptions flush = new FlushOptions();
          RocksDB opened = RocksDB.open(options, folder.toString())) {
        for (int key = 0; key < 5_000; key++) {
          opened.put(("key " + key).getBytes(UTF_8), ("value " + key).getBytes(UTF_8));
        }
        opened.flush(flush);
      }
    }
  }

  /**
   * Offsets in percent of the file.
   *
   * @param name part of the name of the damaged file
   */
  @ParameterizedTest
  @CsvSource({"MANIFEST, 20", ".sst, 10", ".sst, 50", ".sst, 99", "CURRENT, 0"})
  void theFolderOfATaskWithADamagedStoreIsRemovedAndTheOthersStay(String name, int percent)
      throws IOException {
    overwrite(file("0_0/rocksdb/ops", name), percent);

    JobFolder.removeDamaged(job, 1 << 20);

    assertThat(job.resolve("0_0")).doesNotExist();
    assertThat(file("0_1/rocksdb/hot", "MANIFEST")).exists();
  }

  @ParameterizedTest
  @CsvSource({"MANIFEST", ".sst", "CURRENT"})
  void aMissingFileIsDamageToo(String name) throws IOException {
    Files.delete(file("0_0/rocksdb/ops", name));

    JobFolder.removeDamaged(job, 1 << 20);

    assertThat(job.resolve("0_0")).doesNotExist();
    assertThat(job.resolve("0_1")).exists();
  }

  @Test
  void anEmptyFolderIsANewStore() throws IOException {
    Files.createDirectory(job.resolve("0_0/rocksdb/new"));

    JobFolder.removeDamaged(job, 1 << 20);

    assertThat(job.resolve("0_0/rocksdb/new")).isEmptyDirectory();
  }

  @Test
  void beyondTheLimitOfBytesAStoreMustOnlyOpen() throws IOException {
    overwrite(file("0_0/rocksdb/ops", ".sst"), 50);
    overwrite(file("0_1/rocksdb/hot", "MANIFEST"), 20);

    JobFolder.removeDamaged(job, 0);
    assertThat(job.resolve("0_0")).exists();
    assertThat(job.resolve("0_1")).doesNotExist();

    JobFolder.removeDamaged(job, 1 << 20);
    assertThat(job.resolve("0_0")).doesNotExist();
  }

  @Test
  void wholeStoresStayAsTheyAre() throws IOException {
    String before = contents();

    JobFolder.removeDamaged(job, 1 << 20);
    JobFolder.removeDamaged(job.resolve("never started"), 1 << 20);

    assertThat(contents()).isEqualTo(before);
  }

  private String contents() throws IOException {
    StringBuilder contents = new StringBuilder();
    try (Stream<Path> all = Files.walk(job)) {
      for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
        contents.append(one).append(' ').append(Files.size(one)).append('\n');
      }
    }
    return contents.toString();
  }

  private Path file(String store, String name) throws IOException {
    try (Stream<Path> files = Files.list(job.resolve(store))) {
      return files
          .filter(file -> file.getFileName().toString().contains(name))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void overwrite(Path path, int percent) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(file.length() * percent / 100);
      file.write(new byte[16]);
    }
  }
}
