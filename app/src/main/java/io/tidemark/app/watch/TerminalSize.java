package io.tidemark.app.watch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The size of the terminal, asked for again when its window has changed. */
interface TerminalSize {

  /** Of a terminal that does not say. */
  Cells USUAL = new Cells(24, 80);

  Cells now();

  record Cells(int rows, int columns) {

    private static final Pattern STTY = Pattern.compile("(\\d{1,4}) (\\d{1,4})\\s*");

    /** From the output of {@code stty size}. */
    static Cells of(String text) {
      Matcher size = STTY.matcher(text);
      if (!size.matches() || size.group(1).equals("0") || size.group(2).equals("0")) {
        return USUAL;
      }
      return new Cells(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)));
    }
  }

  final class Controlling implements TerminalSize, AutoCloseable {

    private final Signals changed = Signals.to(List.of("WINCH"), signal -> size = null);
    private volatile @Nullable Cells size;

    @Override
    public Cells now() {
      Cells known = size;
      if (known == null) {
        known = asked();
        size = known;
      }
      return known;
    }

    private static Cells asked() {
      try {
        Process stty =
            new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
        String text = new String(stty.getInputStream().readAllBytes(), US_ASCII);
        return stty.waitFor(1, TimeUnit.SECONDS) ? Cells.of(text) : USUAL;
      } catch (IOException e) {
        return USUAL;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return USUAL;
      }
    }

    @Override
    public void close() {
      changed.close();
    }
  }
}
