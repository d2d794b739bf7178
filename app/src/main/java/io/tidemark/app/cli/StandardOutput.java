package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.app.locale.UserLocale;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import org.jspecify.annotations.Nullable;

/**
 * The standard output of this process. A {@link PrintStream} ignores errors; here the first one, as
 * of a full disk or a closed pipe, ends the process with a sentence and 1.
 */
final class StandardOutput extends FilterOutputStream {

  private static final int FAILED = 1;

  private volatile boolean failed;

  StandardOutput(OutputStream out) {
    super(out);
  }

  /** Makes it the output of everything that prints. */
  static StandardOutput install() {
    StandardOutput output =
        new StandardOutput(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    System.setOut(new ShownText(output, charset("tidemark.terminal")));
    System.setErr(
        new ShownText(
            new FileOutputStream(FileDescriptor.err), charset("tidemark.terminal.errors")));
    return output;
  }

  /** Where the user's locale knows ASCII only, a file gets all characters anyway. */
  private static Charset charset(String terminal) {
    if (UserLocale.isAscii()) {
      return Boolean.getBoolean(terminal) ? US_ASCII : UTF_8;
    }
    String name =
        System.getProperty(
            "stdout.encoding",
            System.getProperty("sun.stdout.encoding", System.getProperty("native.encoding")));
    return name != null && Charset.isSupported(name) ? Charset.forName(name) : UTF_8;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private synchronized IOException failed(IOException e) {
    if (!failed) {
      failed = true;
      System.err.println("tidemark: standard output cannot be written: " + e.getMessage());
      // A command that follows logs closes its parts while this thread waits.
      Thread end = new Thread(() -> System.exit(FAILED), "tidemark-output");
      end.setDaemon(true);
      end.start();
    }
    return e;
  }

  /** The exit code of a command that would end with {@code code}. */
  int exitCode(int code) {
    System.out.flush();
    return failed ? FAILED : code;
  }

  /** Prints text; signs of ours that the charset lacks become ASCII. */
  static final class ShownText extends PrintStream {

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
}
