package io.tidemark.model.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelNameTest {

  @ParameterizedTest
  @CsvSource({
    "module_0000.jit_train_step.cpu_after_optimizations-buffer-assignment.txt, jit_train_step",
    "host/d/module_0000.jit_f.cl_933746096.after_optimizations-live-range.txt, jit_f",
    "module_0012.jit_a.b_c.sm_9.0_gpu_after_optimizations-live-range.txt, jit_a.b_c",
    "module_0012.f.gfx942_gpu_after_optimizations, f",
    "module_0001.jit_f.after_optimizations, jit_f",
    "replay/memory_allocation_beer.json, beer",
    "memory_allocation_.json, ''",
    "memory_results.json, ''",
    "module_0001.log, ''",
    "train.log, ''",
  })
  void itIsWhatTheFilesOfAModelAreNamedBy(String source, String model) {
    assertThat(ModelName.of(source)).isEqualTo(model);
  }
}
