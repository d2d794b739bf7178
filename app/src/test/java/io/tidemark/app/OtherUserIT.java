package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the embedded broker and its data folder are to another user of the machine: nothing. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class OtherUserIT {

  /** No user of this machine; nothing on it belongs to them. */
  private static final String OTHER = "54321";

  @TempDir Path folder;
  private Apart programs = new Apart(Path.of(""));

  @BeforeEach
  void begin() {
    programs = new Apart(folder);
  }

  @AfterEach
  void end() {
    programs.close();
  }

  /** Runs it as the other user. */
  private Program asOther(String name, Object... command) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid=" + OTHER, "--regid=" + OTHER, "--clear-groups", "--"));
    for (Object part : command) {
      all.add(part.toString());
    }
    return Program.of(new ProcessBuilder(all), folder.resolve(name + ".txt"));
  }

  private void assumeAnotherUser() throws Exception {
    try (Program setpriv = asOther("setpriv", "true")) {
      assumeTrue(setpriv.exit() == 0, "cannot become another user: " + setpriv.complained());
    } catch (IOException e) {
      assumeTrue(false, "no setpriv on this machine: " + e.getMessage());
    }
  }

  @Test
  void noFileOfTheDataFolderIsReadByAnotherUser() throws Exception {
    assumeAnotherUser();
    programs.broker(Program.freePort());
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path kafka = programs.brokerFolder().resolve("kafka/meta.properties");
    assertThat(kafka).exists();

    for (Path file : List.of(Apart.clientFile(programs.brokerFolder()), kafka)) {
      try (Program cat = asOther("cat", "cat", file)) {
        assertThat(cat.exit()).isNotZero();
        assertThat(cat.complained()).contains("Permission denied");
        assertThat(cat.printed()).isEmpty();
      }
    }
    try (Program list = asOther("list", "ls", programs.brokerFolder())) {
      assertThat(list.exit()).isNotZero();
    }
  }

  /** The address is no secret: what the other user lacks is the password. */
  @Test
  void noClientWithoutThePasswordIsAdmitted() throws Exception {
    programs.broker(Program.freePort());
    Path right = Apart.clientFile(programs.brokerFolder());
    // A longer password: a replaced character could be the one that was there.
    String own = Files.readString(right);
    Path guessed =
        Files.writeString(
            folder.resolve("guessed.properties"), own.replaceFirst("password=\"", "password=\"-"));
    assertRefused("wrong", "refuses the name or password", "--config", guessed);
    // PLAIN is for clients of the broker's own process, which have a password of their own.
    assertThat(own).contains("SCRAM-SHA-256", ScramLoginModule.class.getName());
    Path plain =
        Files.writeString(
            folder.resolve("plain.properties"),
            own.replace("SCRAM-SHA-256", "PLAIN")
                .replace(ScramLoginModule.class.getName(), PlainLoginModule.class.getName()));
    assertRefused("plain", "refuses the name or password", "--config", plain);
    assertRefused("none", "asks for a log-in");
    Program admitted = programs.joined("topics");
    assertThat(admitted.exit()).describedAs(admitted.complained()).isZero();
  }

  private void assertRefused(String name, String sentence, Object... more) throws Exception {
    List<Object> arguments =
        new ArrayList<>(List.of("topics", "--bootstrap-servers", programs.bootstrapServers()));
    arguments.addAll(List.of(more));
    Program refused = programs.start(name, arguments.toArray());
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.complained())
        .startsWith("tidemark: ")
        .contains(programs.bootstrapServers(), sentence)
        .hasLineCount(1);
  }

  @Test
  void aBrokerThatAsksForNothingSaysWhatThatMeans() throws Exception {
    int port = Program.freePort();
    String address = "127.0.0.1:" + port;
    Object[] open = {"broker", "--no-auth", "--port", port, "--data", folder.resolve("open")};
    Program broker = programs.start("open", open).awaitPrinted("broker on " + address);
    assertThat(broker.complained()).contains("--no-auth: every user of this machine can read");

    Program topics = programs.start("topics", "topics", "--bootstrap-servers", address);

    assertThat(topics.exit()).describedAs(topics.complained()).isZero();
  }

  @Test
  void aFolderThatAnEarlierReleaseLeftGoesOn() throws Exception {
    Path log = Samples.root().resolve("examples/tenstorrent.log");
    Path data = folder.resolve("earlier");
    Object[] once = {"watch", "--once", "--json", "--data", data, log};
    Program before = programs.start("before", once);
    assertThat(before.exit()).describedAs(before.complained()).isZero();
    Files.delete(Apart.clientFile(data));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));

    Program after = programs.start("after", once);

    assertThat(after.exit()).describedAs(after.complained()).isZero();
    assertThat(after.printed()).isEqualTo(before.printed());
    assertThat(after.complained()).contains("had mode rwxr-xr-x: others could use it");
  }
}
