package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.sink.page.ReportPage.PageBundle;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageBundleTest {

  private static String bundle(Map<String, String> modules) {
    return PageBundle.of("start.js", name -> Objects.requireNonNull(modules.get(name), name));
  }

  @Test
  void aModuleComesAfterThoseThatItImportsAndOnce() {
    String script =
        bundle(
            Map.of(
                "start.js",
                    "import { draw } from './draw.js';\nimport { el } from './parts.js';\ndraw(el);\n",
                "draw.js", "import { el } from './parts.js';\nexport function draw() {}\n",
                "parts.js", "export const el = 1;\n"));

    assertThat(script)
        .isEqualTo(
            """
            const module_parts = (() => {
            const el = 1;
            return { el };
            })();
            const module_draw = (() => {
            const { el } = module_parts;
            function draw() {}
            return { draw };
            })();
            const module_start = (() => {
            const { draw } = module_draw;
            const { el } = module_parts;
            draw(el);
            return {  };
            })();
            """);
  }

  @Test
  void theLibraryIsAGlobalName() {
    assertThat(
            bundle(
                Map.of("start.js", "import * as echarts from './echarts.js';\necharts.init();\n")))
        .isEqualTo("const module_start = (() => {\n\necharts.init();\nreturn {  };\n})();\n");
  }

  @Test
  void modulesThatImportEachOtherAreRefused() {
    Map<String, String> modules =
        Map.of(
            "start.js", "import { a } from './a.js';\n",
            "a.js", "import { b } from './start.js';\n");

    assertThatThrownBy(() -> bundle(modules))
        .hasMessage("start.js imports itself, by way of [a.js, start.js]");
  }

  @Test
  void theModulesOfThePageCanBeOneScript() {
    assertThat(ReportPage.html("t", new byte[0])).contains("const module_start = ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "export default 1;",
        "export { a };",
        "import { a as b } from './a.js';",
        "import a from './a.js';",
        "import {",
        "import { a } from \"./a.js\";",
        "  const more = await import('./a.js');",
      })
  void aLineThatOneScriptCannotHoldIsRefused(String line) {
    assertThatThrownBy(() -> bundle(Map.of("start.js", line + "\n", "a.js", "")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("start.js, line 1: ");
  }

  @Test
  void nothingInAScriptEndsItsElement() {
    assertThat(PageBundle.embedded("a = '</script><!-- ';")).isEqualTo("a = '<\\/script><\\!-- ';");
  }
}
