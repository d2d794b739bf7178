package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.event.BankBytes;
import io.tidemark.model.run.RunFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several texts of one failed allocation are one failure, whatever their order. */
class StatementOrderTest {

  private static List<List<String>> failures() {
    return List.of(
        List.of(
            "RuntimeError: CUDA out of memory. Tried to allocate 3.00 GiB",
            "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.00 GiB. GPU 0 has a"
                + " total capacity of 8.00 GiB of which 1.00 GiB is free.",
            "ERROR 09-01 10:00:00 engine failed: CUDA out of memory. Tried to allocate 3.00 GiB."
                + " GPU 0 has a total capacity of 8.00 GiB of which 1.00 GiB is free."),
        List.of(
            "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 3221225472 bytes.",
            "jaxlib.xla_extension.XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying"
                + " to allocate 3221225472 bytes.",
            "E0901 10:00:00.000000 77 pjrt_stream_executor_client.cc:2985] Execution of replica 0"
                + " failed: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 3221225472"
                + " bytes."));
  }

  private static List<List<String>> orders(List<String> lines) {
    if (lines.size() < 2) {
      return List.of(lines);
    }
    List<List<String>> orders = new ArrayList<>();
    for (String first : lines) {
      List<String> others = new ArrayList<>(lines);
      others.remove(first);
      for (List<String> order : orders(others)) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(order);
        orders.add(all);
      }
    }
    return orders;
  }

  /** The number of failures and the figures of the newest, of a log of these lines. */
  private static String outcome(List<String> lines) {
    LogRun run = LogRun.of(String.join("\n", lines) + "\n");
    run.end();
    RunFailures failures = run.status().failures();
    BankBytes bank = failures.newest().get(0).allocation().bank();
    return "%d, refused %s, %s".formatted(failures.count(), failures.refused() != null, bank);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void equalStatementsGiveOneFailureInAnyOrder(List<String> lines) {
    TreeSet<String> outcomes = new TreeSet<>();
    orders(lines).forEach(order -> outcomes.add(outcome(order)));
    assertThat(outcomes).hasSize(1).first().asString().startsWith("1, refused false");
  }
}
