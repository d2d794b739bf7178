package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file of a state store is overwritten between two starts. */
@Tag("slow")
class DamagedStateIT {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"timelines-by-page, MANIFEST", "hot-by-source, .sst"})
  void theSameStartSaysSoAndShowsTheSameFigures(String store, String name) throws IOException {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    Here whole = watch(log);
    assertThat(whole.exit()).as(whole.complained()).isZero();

    List<Path> damaged = files(store, name);
    assertThat(damaged).isNotEmpty();
    for (Path file : damaged) {
      overwrite(file);
    }
    Here mended = watch(log);

    assertThat(mended.exit()).as(mended.complained()).isZero();
    assertThat(mended.complained()).contains("the store " + store, "is damaged", "is removed");
    assertThat(mended.printed()).isEqualTo(whole.printed());
  }

  private Here watch(Path log) {
    return Here.run(
        "watch", "--once", "--json", "--port", 0, "--data", folder.resolve("data"), log);
  }

  private List<Path> files(String store, String name) throws IOException {
    try (Stream<Path> all = Files.walk(folder.resolve("data/streams"))) {
      return all.filter(file -> file.getParent().endsWith(Path.of("rocksdb", store)))
          .filter(file -> file.getFileName().toString().contains(name))
          .toList();
    }
  }

  private static void overwrite(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(file.length() / 3);
      file.write(new byte[32]);
    }
  }
}
