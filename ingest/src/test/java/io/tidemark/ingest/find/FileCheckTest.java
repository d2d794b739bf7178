package io.tidemark.ingest.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCheckTest {

  @TempDir Path folder;

  private FileCheck.Checked check(Path path, List<Path> outputs) throws IOException {
    List<LogSpec> specs = List.of(Glob.in(folder));
    return new FileCheck(specs, List.of(), outputs).of(path, () -> specs);
  }

  @Test
  void theProgramsOwnOutputIsLeftOutByAnyName() throws IOException {
    Path out = Files.createFile(folder.resolve("out"));
    Path other = Files.createFile(folder.resolve("other"));
    Path link = Files.createSymbolicLink(folder.resolve("descriptor"), out);
    Path hard = Files.createLink(folder.resolve("hard"), out);
    Path closed = folder.resolve("closed");
    assertThat(check(out, List.of(closed, link)).why())
        .isEqualTo(new Excluded(Excluded.Reason.OWN_OUTPUT));
    assertThat(check(hard, List.of(link)).why())
        .isEqualTo(new Excluded(Excluded.Reason.OWN_OUTPUT));
    assertThat(check(other, List.of(link)).file()).isNotNull();
    assertThat(FileCheck.OUTPUTS).allSatisfy(path -> assertThat(Files.exists(path)).isTrue());
  }
}
