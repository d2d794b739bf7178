package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.Here;
import io.tidemark.app.page.NightlyLogs;
import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {

  @TempDir Path folder;

  @Test
  void theFirstBadCommitAndItsOpAreNamed() throws Exception {
    for (int night = 1; night <= 9; night++) {
      NightlyLogs.write(folder, night, night < 6 ? 400 + night : 500);
    }
    Here history = Here.run("history", folder);

    assertThat(history.exit()).isEqualTo(3);
    assertThat(history.printed().lines()).hasSize(10);
    assertThat(history.printed())
        .endsWith(
            "first bad: branch=main,commit=c06.log#1 branch=main commit=c06: peak +23.5 % over"
                + " the good runs up to branch=main commit=c05; AddOp holds 95.0 MiB more\n");
    assertThat(Here.run("history", "--max-growth", "30%", folder).exit()).isZero();
  }

  /** A plan beside a train step has some op in common with it, and no growth in per cent. */
  @Test
  void aRunThatNeedsTenTimesAsMuchIsOneOfAnotherProgram() throws Exception {
    Path small = NightlyLogs.write(folder, 1, 30);
    Files.writeString(small, Files.readString(small).replace("PerBank: 100.", "PerBank: 20."));
    NightlyLogs.write(folder, 2, 400);
    NightlyLogs.write(folder, 3, 410);
    Here history = Here.run("history", folder);

    assertThat(history.exit()).as("%s", history).isZero();
    assertThat(history.printed()).contains("+2.5 %").endsWith("no bad run\n");
    assertThat(history.printed().lines().filter(line -> line.contains("+"))).hasSize(1);
  }

  /** A gate must not pass a job whose log nobody can judge. */
  @Test
  void logsWithoutAFigureAreNoGoodRuns() throws Exception {
    Path silent = Files.writeString(folder.resolve("a.log"), "loading the model\n");
    Here history = Here.run("history", "--markdown", silent);

    assertThat(history.exit()).isEqualTo(4);
    assertThat(history.complained()).contains("a.log: no memory line of a known format; ");

    NightlyLogs.write(folder, 1, 400);
    Here newest = Here.run("history", folder);
    assertThat(newest.exit()).isEqualTo(4);
    assertThat(newest.printed()).endsWith("the newest run, a.log#1, states no memory\n");

    Files.setLastModifiedTime(silent, FileTime.from(Instant.parse("2026-02-01T00:00:00Z")));
    Here older = Here.run("history", folder);
    assertThat(older.exit()).isZero();
    assertThat(older.complained()).contains("a.log: no memory line of a known format; ");
  }

  /** The log of the kernel states no memory and has no dates, so its file's time counts. */
  @Test
  void aNewestRunThatWasKilledIsBad() throws Exception {
    NightlyLogs.write(folder, 1, 400);
    String line =
        "[  812.250001] Out of memory: Kill process 42 (job) score 9 or sacrifice child\n";
    Path kernel = Files.writeString(folder.resolve("kern.log"), line);
    Here history = Here.run("history", folder);

    assertThat(history.exit()).as("%s", history).isEqualTo(3);
    assertThat(history.printed())
        .endsWith(
            "first bad: kern.log#1: the kernel killed job (process 42) ([  812.250001]): host"
                + " memory was full\n");

    // A log without a figure is no proof that the trouble is over.
    Files.setLastModifiedTime(kernel, FileTime.from(Instant.parse("2026-04-01T00:00:00Z")));
    Files.writeString(folder.resolve("z.log"), "loading the model\n");
    assertThat(Here.run("history", folder).exit()).isEqualTo(3);
  }

  /** A kill says nothing of the program, so the next good run of any program is proof enough. */
  @Test
  void aKillBeforeTheNewestGoodRunIsOver() throws Exception {
    NightlyLogs.write(folder, 2, 400);
    Path killed = Files.writeString(folder.resolve("z.log"), "loading the model\nKilled\n");
    Files.setLastModifiedTime(killed, FileTime.from(Instant.parse("2026-02-01T00:00:00Z")));
    Here history = Here.run("history", folder);

    assertThat(history.exit()).as("%s", history).isZero();
    assertThat(history.printed()).contains("the newest run is good; 1 before it was bad");
  }

  @Test
  void aTroubleThatIsOverIsNoMore() throws Exception {
    for (int night = 1; night <= 5; night++) {
      NightlyLogs.write(folder, night, night == 3 ? 900 : 400);
    }
    Here history = Here.run("history", "--markdown", folder);

    assertThat(history.exit()).isZero();
    assertThat(history.printed()).contains("the newest run is good; 1 before it was bad");
  }

  /** That a plan does not fit says neither since when nor by what. */
  @Test
  void aRunInTroubleStillNamesTheGoodCommitAndTheOp() throws Exception {
    for (String name : List.of("commit=a1/fits", "commit=b2/oom_b48")) {
      Path log = folder.resolve(name + ".txt");
      Files.createDirectories(log.getParent());
      String sample = "xla/tpu_v5e_libtpu0.0.42.1_train_step_%s-buffer-assignment.txt";
      Files.copy(Samples.path(sample.formatted(name.substring(name.indexOf('/') + 1))), log);
    }
    Here history = Here.run("history", "--device-memory", "15.75GiB", folder);

    assertThat(history.exit()).isEqualTo(3);
    assertThat(history.printed())
        .endsWith(
            " needs 45.03 GiB of HBM, the device has 15.75 GiB [commit=b2]; peak +202.6 % over the"
                + " good runs up to commit=a1; allocation 303 holds 42.54 GiB more\n");
  }

  @Test
  void anotherProgramIsNoPast() throws Exception {
    NightlyLogs.write(folder, 1, 400);
    Path other = NightlyLogs.write(folder, 2, 900);
    Files.writeString(other, Files.readString(other).replaceAll("[A-Z][a-z]+Op", "OtherOp"));

    assertThat(Here.run("history", folder).printed()).contains("no bad run");
  }

  @Test
  void noiseAmongGoodRunsIsNoGrowth() throws Exception {
    int[] peaks = {400, 418, 402, 417, 401, 419};
    for (int night = 1; night <= peaks.length; night++) {
      NightlyLogs.write(folder, night, peaks[night - 1]);
    }
    assertThat(Here.run("history", folder).exit()).isZero();
  }

  @Test
  void aGoodLogOfAnotherProgramHidesNoTrouble() throws Exception {
    for (int night = 1; night <= 4; night++) {
      NightlyLogs.write(folder, night, night < 3 ? 400 : 500);
    }
    Path plan = Samples.root().resolve("examples/tpu-mlir.log");
    Files.copy(plan, folder.resolve("plan.log"));

    Here history = Here.run("history", folder);

    assertThat(history.exit()).isEqualTo(3);
    assertThat(history.printed()).contains("first bad: branch=main,commit=c03.log#1");
  }

  @Test
  void labelsAreReadFromThePath() {
    assertThat(LabelledLogs.labels(Path.of("ci/branch=main/commit=1a2b.log.gz")))
        .isEqualTo(Map.of("branch", "main", "commit", "1a2b"));
    assertThat(LabelledLogs.labels(Path.of("ci/nightly.log"))).isEmpty();
    assertThat(LabelledLogs.labels(Path.of("fit/lr=0.5,batch=8.out")))
        .isEqualTo(Map.of("lr", "0.5", "batch", "8"));
  }
}
