package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.fault.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportParentTest {

  @TempDir Path folder;

  @Test
  void aFullDiskIsNamedWithItsPathHoweverDeepTheFailureLies() {
    ReportParent parent = new ReportParent("--out", folder);
    IOException full = new IOException("No space left on device");
    assertThat(parent.full(new RuntimeException(new UncheckedIOException(full))))
        .map(Fault::getMessage)
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence).startsWith("--out '" + folder + "': its disk is full, "));
    assertThat(parent.full(new IOException("Input/output error"))).isEmpty();
  }
}
