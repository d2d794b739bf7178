package io.tidemark.ingest.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.TailerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessSpaceTest {

  private final ProcessSpace here = ProcessSpace.own();

  private static TailerProcess other(TailerProcess self, long pid, long start, String space) {
    return new TailerProcess("other", self.host(), pid, start, space);
  }

  @Test
  void ownProcessIdUnderAnotherTailersIdIsOfAProcessThatIsGone() {
    TailerProcess self = here.self();
    assertThat(here.isGone(other(self, self.pid(), 1, self.processSpace()))).isTrue();
  }

  @Test
  void aProcessThatRunsIsThereUnlessItStartedAtAnotherTime() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      TailerProcess self = here.self();
      TailerProcess reused = other(self, process.pid(), self.start() - 1, self.processSpace());
      assertThat(here.isGone(reused)).isTrue();
      assertThat(here.isGone(other(self, 1, startOf(1), self.processSpace()))).isFalse();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aProcessThatHasEndedIsGone() throws Exception {
    Process process = new ProcessBuilder("true").start();
    process.waitFor();
    TailerProcess self = here.self();
    assertThat(here.isGone(other(self, process.pid(), 1, self.processSpace()))).isTrue();
  }

  @Test
  void ofAnotherMachineOrContainerNothingIsKnown() {
    TailerProcess self = here.self();
    assertThat(here.isGone(other(self, self.pid(), 1, "another boot"))).isFalse();
  }

  private static long startOf(long pid) throws Exception {
    return ProcessSpace.start(pid).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"'node-7.lan\n',node-7.lan", "'a b/c',a-b-c", "'',localhost", "' \n',localhost"})
  void aHostNameHasOnlyCharactersOfASourcesName(String kernel, String name) {
    assertThat(ProcessSpace.safe(kernel)).isEqualTo(name);
    assertThat(ProcessSpace.safe("n".repeat(300))).hasSize(100);
  }
}
