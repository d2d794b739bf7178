package io.tidemark.analysis.system.xla;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.system.xla.XlaDumpModule.Platform;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XlaDumpModuleTest {

  @ParameterizedTest
  @CsvSource({
    "module_0000.jit_train_step.cpu_after_optimizations-buffer-assignment.txt, jit_train_step, CPU",
    "/d/module_0000.jit_f.cl_933746096.after_optimizations-live-range.txt, jit_f, TPU",
    "h:/d/module_0012.jit_a.b_c.sm_9.0_gpu_after_optimizations-live-range.txt, jit_a.b_c, GPU",
    "module_0012.f.gfx942_gpu_after_optimizations-memory-usage-report.txt, f, GPU",
    "module_0012.f.gpu_after_optimizations-live-range.txt, f, GPU",
    "/d/module_0001.jit_f.cl_1.after_optimizations, jit_f, TPU",
    "module_0001.jit_f.after_optimizations-live-range.txt, jit_f, UNKNOWN",
    "/var/log/train.log, '', UNKNOWN",
  })
  void theFilesNameTellsModuleAndPlatform(String source, String name, Platform platform) {
    assertThat(XlaDumpModule.of(source)).isEqualTo(new XlaDumpModule(name, platform));
  }

  @ParameterizedTest
  @CsvSource({
    "0, CPU, HOST", "0, GPU, HBM", "1, GPU, COLLECTIVE", "5, GPU, HOST", "0, TPU, HBM",
    "1, TPU, VMEM", "2, TPU, SMEM", "3, TPU, CMEM", "6, TPU, SFLAG", "9, TPU, COLOR_9",
    "0, UNKNOWN, DEFAULT", "1, UNKNOWN, COLOR_1",
  })
  void aColourIsAMemoryOfItsPlatform(int color, Platform platform, String memory) {
    assertThat(XlaDumpModule.memory(color, platform)).isEqualTo(memory);
  }
}
