package io.tidemark.app.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import org.jspecify.annotations.Nullable;

/** Prints text; signs of ours that the charset lacks become ASCII. */
final class ShownText extends PrintStream {

  private static final String SIGNS = "×·–—−→←↑↓█▇▆▅▄▃▂▁≥≤≈";
  private static final String PLAIN = "x.---><^v########><~";

  private final CharsetEncoder encoder;

  ShownText(OutputStream out, Charset charset) {
    super(out, true, charset);
    this.encoder = charset.newEncoder();
  }

  @Override
  public void print(@Nullable String text) {
    super.print(shown(String.valueOf(text)));
  }

  @Override
  public void print(@Nullable Object object) {
    print(String.valueOf(object));
  }

  private synchronized String shown(String text) {
    if (encoder.canEncode(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      int sign = SIGNS.indexOf(one);
      if ((sign < 0 && one != '…') || encoder.canEncode(one)) {
        shown.append(one);
      } else {
        shown.append(one == '…' ? "..." : PLAIN.substring(sign, sign + 1));
      }
    }
    return shown.toString();
  }
}
