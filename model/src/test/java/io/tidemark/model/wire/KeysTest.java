package io.tidemark.model.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

/** Keys of topics, for any names in a log. */
class KeysTest {

  private static final RunId RUN = new RunId("a|b#9.log", 3);

  private static <K> K readBack(Serde<K> serde, K key) {
    return serde.deserializer().deserialize("any", serde.serializer().serialize("any", key));
  }

  @Test
  void aSourceMayHoldBars() {
    assertThat(readBack(Topics.RUNS.key(), RUN)).isEqualTo(RUN);
    MemoryKey memory = new MemoryKey(RUN, "0", "DRAM");
    assertThat(readBack(Topics.USAGE.key(), memory)).isEqualTo(memory);
  }

  @Test
  void noNameInALogForgesAKeyOfAnotherRun() {
    assertThat(readBack(Topics.USAGE.key(), new MemoryKey(RUN, "0|1", "Z#2|B|C")))
        .isEqualTo(new MemoryKey(RUN, "0/1", "Z#2/B/C"));
    assertThat(readBack(Topics.PLANS.key(), new PlanKey(RUN, "lmem#1|x", 4)))
        .isEqualTo(new PlanKey(RUN, "lmem#1/x", 4));
    AlertRule rule = AlertRule.OUT_OF_MEMORY;
    assertThat(readBack(Topics.ALERTS.key(), new AlertKey(RUN, rule, "0", "A|TidemarkCritical|B")))
        .isEqualTo(new AlertKey(RUN, rule, "0", "A/TidemarkCritical/B"));
  }
}
