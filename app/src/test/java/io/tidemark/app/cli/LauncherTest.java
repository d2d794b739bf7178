package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the script ./tidemark, with a java that prints its arguments. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LauncherTest extends LauncherInAFolder {

  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";
  private static final String SMALL_HEAP = "-XX:MaxHeapFreeRatio=";

  @ParameterizedTest
  @ValueSource(strings = {"watch", "report", "ingest", "sink", "broker"})
  void aCommandThatReadsSlowlyHasTheFirstCompilerAlone(String command) throws Exception {
    assertThat(printed(Map.of(), command)).contains(FIRST_COMPILER + " ").endsWith(command + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"streams", "replay"})
  void aCommandThatWorksOffABacklogHasBothCompilers(String command) throws Exception {
    assertThat(printed(Map.of(), command)).doesNotContain(FIRST_COMPILER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch", "ingest", "sink", "broker", "demo"})
  void aCommandThatStaysHasASmallHeap(String command) throws Exception {
    assertThat(printed(Map.of(), command)).contains(SMALL_HEAP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "replay", "streams"})
  void aCommandThatReadsMuchTextHasTheHeapItTakes(String command) throws Exception {
    assertThat(printed(Map.of(), command)).doesNotContain(SMALL_HEAP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch", "ingest", "streams", "sink", "broker", "demo", "replay"})
  void aCommandThatHasThreadsEndsWithoutMemory(String command) throws Exception {
    assertThat(printed(Map.of(), command))
        .contains("-XX:+CrashOnOutOfMemoryError ")
        .doesNotContain("-XX:+ExitOnOutOfMemoryError");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile", "docker-compose.yml"})
  void theImageEndsWithoutMemoryAsTheLauncherDoes(String file) throws Exception {
    assertThat(Files.readString(Samples.root().resolve(file)).lines())
        .filteredOn(line -> line.contains("tidemark.jar") && line.contains("-XX:"))
        .isNotEmpty()
        .allMatch(line -> line.contains("-XX:+CrashOnOutOfMemoryError"))
        .noneMatch(line -> line.contains("-XX:+ExitOnOutOfMemoryError"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"report", "compare", "history", "fit"})
  void aCommandThatEndsByItselfSaysItsOwnError(String command) throws Exception {
    assertThat(printed(Map.of(), command)).doesNotContain("OutOfMemoryError");
  }

  @Test
  void aWatchThatEndsWithItsLogsHasALargeHeap() throws Exception {
    assertThat(printed(Map.of(), "watch", "a.log", "--once"))
        .contains("-Xms256m ")
        .doesNotContain(SMALL_HEAP);
  }

  @Test
  void librariesOfThisMachineAreTakenFromTheirFolder() throws Exception {
    assertThat(printed(Map.of(), "watch"))
        .contains("-Djava.library.path=" + folder.resolve("app/target/native") + " ");
  }

  @Test
  void aVariableChoosesTheCompilers() throws Exception {
    assertThat(printed(Map.of("TIDEMARK_COMPILERS", "both"), "watch"))
        .doesNotContain(FIRST_COMPILER);
    assertThat(printed(Map.of("TIDEMARK_COMPILERS", "first"), "streams")).contains(FIRST_COMPILER);
    assertThat(printed(Map.of("TIDEMARK_COMPILERS", "second"), "watch"))
        .isEqualTo("tidemark: TIDEMARK_COMPILERS: found second, want first or both\n");
  }

  @Test
  void optionsOfTheJvmComeAfterItsOwn() throws Exception {
    assertThat(printed(Map.of("TIDEMARK_JAVA_OPTS", "-Xmx2g -Dsome=thing"), "watch"))
        .containsPattern("-Xmx1g .*-Xmx2g -Dsome=thing .*-jar ");
  }

  @Test
  void aJvmThatWarnsOfNativeAccessIsGivenTheOptionsThatItAsksFor() throws Exception {
    String asked = "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
    assertThat(printed(Map.of(), "watch")).doesNotContain(asked);
    java(25);
    assertThat(printed(Map.of(), "watch")).contains(asked);
  }

  @Test
  void theVersionComesFromTheReleaseFileElseFromTheJvm() throws Exception {
    Path release = folder.resolve("jdk/release");
    Files.writeString(release, "IMPLEMENTOR=\"Any\"\nJAVA_VERSION=\"25.0.3\"\n");
    assertThat(printed(Map.of(), "watch")).contains("--enable-native-access");
    Files.writeString(release, "JAVA_VERSION=\"11.0.2\"\n");
    assertThat(printed(Map.of(), "watch")).contains("is Java 11: want 17 or newer");
    Files.writeString(release, "IMPLEMENTOR=\"Any\"\n");
    assertThat(printed(Map.of(), "watch")).as("by -version").endsWith("tidemark.jar watch\n");
  }

  @Test
  void anArchiveOfAnOlderBuildIsRemoved() throws Exception {
    Path jar = folder.resolve("app/target/tidemark.jar");
    Path old = Files.createFile(jar.resolveSibling("tidemark-1.jsa"));
    Files.setLastModifiedTime(old, FileTime.fromMillis(0));
    Path stuck = Files.createDirectory(jar.resolveSibling("tidemark-2.jsa"));
    Files.setLastModifiedTime(stuck, FileTime.fromMillis(0));
    Path other = Files.createFile(jar.resolveSibling("tidemark-3.jsa"));
    Files.setLastModifiedTime(other, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(printed(Map.of(), "watch")).endsWith("tidemark.jar watch\n");
    assertThat(old).doesNotExist();
    assertThat(other).as("of another Java").exists();
  }

  @Test
  void anArchiveIsMappedWhereItWasMade() throws Exception {
    Path java = folder.resolve("jdk/bin/java");
    Files.writeString(
        java,
        Files.readString(java)
            .replace(
                "*) echo",
                "*) for o; do case $o in -XX:ArchiveClassesAtExit=*) echo >"
                    + " ${o#*=} ;; esac; done; echo"));
    String started = printed(Map.of(), "watch");
    assertThat(started).contains("-XX:ArchiveRelocationMode=0 -XX:SharedArchiveFile=");
  }

  @Test
  void aLinkToTheScriptStartsTheSame() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("home/bin"));
    Files.createSymbolicLink(bin.resolve("there"), folder.resolve("tidemark"));
    Files.createSymbolicLink(bin.resolve("tidemark"), Path.of("there"));
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", bin.resolve("tidemark").toString());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    Process process = builder.redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .contains("-jar " + folder.resolve("app/target/tidemark.jar"));
  }

  @Test
  void aJavaHomeWithoutAJavaIsNamed() throws Exception {
    assertThat(printed(Map.of("JAVA_HOME", "/nonexist"), "watch"))
        .startsWith("tidemark: JAVA_HOME is /nonexist, which has no bin/java: want a JDK 17");
  }

  @Test
  void anInstalledOneHasItsOwnJavaAndArchive() throws Exception {
    Path home = Files.createDirectories(folder.resolve("lib/tidemark"));
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.copy(folder.resolve("tidemark"), bin.resolve("tidemark"));
    Files.move(folder.resolve("jdk"), home.resolve("runtime"));
    FileTime built = FileTime.from(1_700_000_000, TimeUnit.SECONDS);
    Files.writeString(home.resolve("built"), built.to(TimeUnit.SECONDS) + "\n");
    // A copy has the present time, the archive the later one.
    Path archive = Files.writeString(home.resolve("tidemark.jsa"), "classes");
    Path jar = Files.createFile(home.resolve("tidemark.jar"));
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(60)));
    ProcessBuilder builder = new ProcessBuilder(bin.resolve("tidemark").toString(), "watch");
    builder.environment().put("JAVA_HOME", "/nonexist");
    Process process = builder.redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .contains("-Djava.library.path=" + home.resolve("native") + " ")
        .contains("=" + archive + " ")
        .endsWith("-jar " + jar + " watch\n");
    assertThat(Files.getLastModifiedTime(jar)).as("as the copy did not set it").isEqualTo(built);

    Path agent = Files.createFile(home.resolve("ingest.jar"));
    Path classes = Files.writeString(home.resolve("ingest.jsa"), "classes");
    Files.setLastModifiedTime(classes, built);
    Process ingest = new ProcessBuilder(bin.resolve("tidemark").toString(), "ingest").start();
    assertThat(new String(ingest.getInputStream().readAllBytes(), UTF_8))
        .contains("=" + classes + " ")
        .endsWith("-jar " + agent + " ingest\n");
  }

  @Test
  void aLocaleOfAsciiIsOneOfUtf8ForTheJvmAlone() throws Exception {
    Path java = folder.resolve("jdk/bin/java");
    Files.writeString(java, Files.readString(java).replace("*) echo", "*) echo \"$LC_ALL\""));
    assertThat(printed(Map.of("LC_ALL", "C"), "watch"))
        .contains("C.UTF-8 ", " -Dtidemark.lc.all=C ");
    assertThat(printed(Map.of("LC_ALL", "", "LC_CTYPE", "", "LANG", ""), "watch"))
        .contains("C.UTF-8 ", " -Dtidemark.lc.all= ");
    assertThat(printed(Map.of("LC_ALL", "de_DE.UTF-8"), "watch")).doesNotContain("lc.all");
  }

  @Test
  void aProgramIsRunByAScriptThatStaysWhenTheVirtualMachineEnds() throws Exception {
    Path script = Files.createDirectories(folder.resolve("app/src/main/launcher"));
    Files.writeString(script.resolve("watch-program"), "echo by the script: \"$@\"");

    assertThat(printed(Map.of("LC_ALL", "C"), "watch", "--port", "0", "--", "train", "--once"))
        .startsWith("by the script: env LC_ALL=C.UTF-8 " + folder.resolve("jdk/bin/java") + " ")
        .as("an option of the program")
        .contains(SMALL_HEAP)
        .endsWith("tidemark.jar watch --port 0 -- train --once\n");
    assertThat(printed(Map.of(), "report", "--", "a.log")).doesNotContain("by the script");
  }

  @Test
  void argumentsReachTheProgramAsTheyAre() throws Exception {
    assertThat(printed(Map.of(), "watch", "a log.log", "--port", "0"))
        .endsWith("tidemark.jar watch a log.log --port 0\n");
  }
}
