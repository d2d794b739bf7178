package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.app.Here;
import io.tidemark.model.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReportCommandTest {

  private static final Path LOG = Samples.root().resolve("examples/tenstorrent.log");

  @TempDir Path folder;

  private Path only() throws IOException {
    try (Stream<Path> made = Files.list(folder)) {
      List<Path> all = made.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  @Test
  void thePageOfAReportIsMadeAgainFromItsFolder() throws Exception {
    assertThat(run("--title", "first <run>", LOG.toString())).isZero();
    Path page = only().resolve("index.html");
    String before = Files.readString(page);
    Files.delete(page);

    assertThat(run("--title", "first <run>", only().toString())).isZero();

    assertThat(before).contains("<title>first &lt;run></title>");
    assertThat(page).hasContent(before);
  }

  private int run(String... arguments) {
    return Tidemark.run(
        Stream.concat(Stream.of("report", "--out", folder.toString()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  @Test
  void aCompressedLogIsReportedAsTheLogItself() throws Exception {
    Path gzip = folder.resolve("run.log.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      Files.copy(LOG, out);
    }
    Path reports = folder.resolve("reports");
    assertThat(Tidemark.run("report", "--out", reports.toString(), gzip.toString())).isZero();

    try (Stream<Path> made = Files.walk(reports)) {
      Path copy = made.filter(file -> file.endsWith("run_profile.log")).findFirst().orElseThrow();
      assertThat(copy).hasSameBinaryContentAs(LOG);
    }
  }

  @Test
  void aFolderInWhichNothingCanBeMadeIsThatOfTheOption() {
    assumeTrue(Files.isDirectory(Path.of("/proc")), "no /proc");
    PrintStream before = System.err;
    ByteArrayOutputStream complained = new ByteArrayOutputStream();
    System.setErr(new PrintStream(complained, true, UTF_8));
    try {
      assertThat(Tidemark.run("report", "--out", "/proc", LOG.toString())).isEqualTo(2);
    } finally {
      System.setErr(before);
    }
    assertThat(complained.toString(UTF_8)).startsWith("tidemark: --out '/proc' cannot be used");
  }

  @Test
  void aPageIsOpenedWithoutAShell() throws Exception {
    Path opened = folder.resolve("opened");
    Path opener = folder.resolve("xdg-open");
    Files.writeString(opener, "#!/bin/sh\nprintf %s \"$1\" > '" + opened + "'\n");
    assertThat(opener.toFile().setExecutable(true)).isTrue();
    Path page = folder.resolve("a $(touch wrong) page.html");

    ReportCommand.OpenedPage.show(page, "xdg-open", folder.toString(), System.err);

    await().untilAsserted(() -> assertThat(opened).hasContent(page.toString()));
    assertThat(Path.of("wrong")).doesNotExist();
  }

  @Test
  void withoutAProgramThatOpensPagesALineNamesThePage() {
    ByteArrayOutputStream complained = new ByteArrayOutputStream();

    ReportCommand.OpenedPage.show(
        Path.of("a.html"), "xdg-open", folder.toString(), new PrintStream(complained, true, UTF_8));

    assertThat(complained.toString(UTF_8))
        .isEqualTo("tidemark: no xdg-open here; open a.html" + System.lineSeparator());
  }

  /** A training whose lines name no device, ended by a failure of one. */
  private Path training(int device) throws Exception {
    StringBuilder log = new StringBuilder();
    for (int step = 0; step < 40; step++) {
      log.append(
              "[07/30 10:00:00 d2.utils.events]:  iter: %d  total_loss: 2.1  max_mem: "
                  .formatted(20 * step))
          .append("%dM%n".formatted(4000 + 100 * step));
    }
    log.append("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU ")
        .append(
            "%d has a total capacity of 8.00 GiB of which 64.00 MiB is free.%n".formatted(device));
    return Files.writeString(folder.resolve("gpu%d.log".formatted(device)), log);
  }

  @Test
  void theLeakOfAJobIsThatOfTheDeviceThatFailed() throws Exception {
    for (int device : new int[] {0, 3}) {
      assertThat(Here.run("report", "--text", training(device)).printed())
          .contains("trend       +100.0 MiB each logged step, 38 of 38")
          .contains("do          Find what each step keeps")
          .contains(device == 0 ? "where       HBM 7.94 GiB of 8.00" : "HBM of device 3 7.94 GiB");
    }
  }

  @Test
  void anAllocationThatValuesShareIsNoneOfThem() throws Exception {
    Path alone =
        Samples.path("xla/tpu_v5e_libtpu0.0.42.1_train_step_oom_b48-buffer-assignment.txt");
    assertThat(Here.run("report", "--text", alone).printed())
        .contains("by op: allocation 303 42.54 GiB");
  }

  @Test
  void aPlanThatIsTooLargeSaysHowMuchLessFitsAndWhatHoldsNothing() throws Exception {
    String module = "xla/tpu_v5e_libtpu0.0.42.1_train_step_oom_b48-";
    for (String kind : List.of("buffer-assignment-values", "buffer-assignment", "live-range")) {
      Path file = Samples.path(module + kind + ".txt");
      Files.copy(file, folder.resolve(file.getFileName()));
    }
    Here report = Here.run("report", "--text", "--device-memory", "15.75GiB", folder);

    assertThat(report.printed())
        .contains("\nfits        with 29.28 GiB less; gaps between buffers are 2.24 GiB");
  }

  @Test
  void aPrefixThatNobodyListedIsStripped() throws Exception {
    Path log = folder.resolve("run.log");
    Files.writeString(
        log,
        "lab3 kim> start\nlab3 kim> XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying"
            + " to allocate 65404928512 bytes.\n");
    Path out = folder.resolve("out");

    Tidemark.run(
        "report", "--out", out.toString(), "--line-prefix", "lab\\d+ \\w+> ", log.toString());

    try (Stream<Path> made = Files.walk(out)) {
      Path failed =
          made.filter(file -> file.endsWith("out_of_memory.json")).findFirst().orElseThrow();
      assertThat(failed).content().contains("65404928512");
    }
    for (String wrong : List.of("lab(", "(lab)?")) {
      assertThat(run("--line-prefix", wrong, log.toString())).isEqualTo(2);
      assertThat(run("--group", wrong, log.toString())).isEqualTo(2);
    }
  }
}
