package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.StandardOutput.ShownText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;

class ShownTextTest {

  private static String printed(Charset charset) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ShownText out = new ShownText(bytes, charset);
    out.print("5× ");
    Object signs = "▁█ ";
    out.print(signs);
    out.printf("%s ", "a…");
    out.print("Müller");
    return bytes.toString(charset);
  }

  @Test
  void signsThatTheTerminalLacksAreAscii() {
    assertThat(printed(US_ASCII)).isEqualTo("5x ## a... M?ller");
    assertThat(printed(ISO_8859_1)).isEqualTo("5× ## a... Müller");
    assertThat(printed(UTF_8)).isEqualTo("5× ▁█ a… Müller");
  }
}
