package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.system.tpumlir.BmProfileFact;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of lines of each kind in compiler logs, by the described grammar and by the parser. */
class CompilerCountsSamplesTest {

  private static final List<String> FILES =
      List.of(
          "reconstructed/A_depthnet_8settings.log",
          "reconstructed/D_all_lmem_assign_steps_bm1688.log",
          "reconstructed/E_mixed_debug_types_with_noise.log",
          "reconstructed/F_edge_cases.log",
          "real/block_cache_0.bmodel.net_0.profile.txt",
          "real/block_0.compile.log");

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "; action = |^\\s*; [\\w/.()\\-]+ =[ ]~320~45~115~22~0~0",
        "; remark = \"~320~45~101~22~0~0",
        "\"(?=\\s*$|; [\\w/.()\\-]+ = )~320~45~101~21~0~3",
        "; (?=[\\w/.()\\-]+ = )~320~45~115~22~0~0",
        "; action = lmem_assign;.*; tag = iteration_result;~304~9~52~22~0~0",
        "; action = lmem_assign;.*; step = lmem_spec;~8~2~1~0~0~0",
        "; action = lmem_assign;.*; step = assignLmemAddr_finish; tag = (success|failed)"
            + "~8~2~1~0~0~0",
        "; action = lmem_assign\\b.*; action = lmem_assign\\b~0~0~0~1~0~0",
        ";\\s*([\\w/.]+)\\s*=\\s*(['\"]?)([:,_\\w\\s/\\-\".']+)\\2~320~45~115~22~0~0",
        ";\\s*([\\w/.]+)\\s*=\\s*(['\"]?)([:,_\\w\\s/\\-\".]+)\\2~320~45~115~22~0~0",
        "(?=; action = \\w+)~320~45~109~22~0~0",
        "mtype=(\\d+) addr=(\\d+) size=(\\d+) alloc=(\\d+) free=(\\d+) desc=(.*)$~0~0~0~0~0~0",
        "^\\[bmprofile\\] (global|local)_layer: layer_id=(\\d+) layer_type=(\\S*)~0~0~0~0~59~0",
        "^\\[bmprofile\\] tensor_id=(\\d+) is_in=(\\d) shape=(\\S+) dtype=(\\d+)~0~0~0~0~150~0",
        "^\\[bmprofile\\] gdma cmd_id bd_id=(\\d+) gdma_id=(\\d+)~0~0~0~0~151~0",
        "^\\[bmprofile\\] bd cmd_id bd_id=(\\d+) gdma_id=(\\d+) bd_func=~0~0~0~0~483~0",
        "^\\[bmprofile\\][ ]~0~0~0~0~1112~0",
      })
  void theDescribedGrammarMatchesAsManyLinesAsDescribed(
      String regex, int a, int d, int e, int f, int profile, int compile) {
    Pattern pattern = Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS);
    assertThat(counts(line -> pattern.matcher(text(line)).find()))
        .containsExactly(a, d, e, f, profile, compile);
  }

  @ParameterizedTest
  @CsvSource({
    "lmem_spec, 8, 2, 1",
    "assignLmemAddr_finish, 8, 2, 1",
    "dump_lmem_assign_result, 304, 9, 52",
  })
  void everyStepOfTheSearchIsRead(String step, int a, int d, int e) {
    assertThat(
            counts(
                line ->
                    Lines.parse(line) instanceof KeyValueRecord record
                        && step.equals(record.value("step"))))
        .startsWith(a, d, e);
  }

  @ParameterizedTest
  @CsvSource({
    "status, success, 140, 7, 52, 20",
    "status, failed, 164, 2, 0, 0",
    "hold_in_lmem, 1, 64, 2, 0, 3",
  })
  void everyPlacementIsRead(String key, String value, int a, int d, int e, int f) {
    assertThat(
            counts(
                line ->
                    Lines.parse(line) instanceof KeyValueRecord record
                        && "iteration_result".equals(record.value("tag"))
                        && value.equals(record.value(key))))
        .startsWith(a, d, e, f);
  }

  /** The described pattern allows no sign, so it misses the four inputs of the net. */
  @ParameterizedTest
  @CsvSource({
    "Layer, 59",
    "Tensor, 154",
    "Command dma=true, 151",
    "Command dma=false, 483",
    "Subnet, 2",
    "'', 1112",
  })
  void everyLineOfANetsProfileIsRead(String kind, int count) {
    assertThat(
            counts(
                line ->
                    Lines.parse(line) instanceof BmProfileFact fact
                        && fact.toString().replace("[", " ").startsWith(kind)))
        .containsExactly(0, 0, 0, 0, count, 0);
  }

  private static List<Integer> counts(Predicate<byte[]> wanted) {
    return FILES.stream()
        .map(file -> (int) Lines.of("tpu-mlir/" + file).stream().filter(wanted).count())
        .toList();
  }

  private static String text(byte[] line) {
    return new String(line, StandardCharsets.UTF_8);
  }
}
