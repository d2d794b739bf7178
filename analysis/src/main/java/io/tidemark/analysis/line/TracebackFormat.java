package io.tidemark.analysis.line;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a Python traceback, whose frames stand on the lines below. */
public final class TracebackFormat extends LineFormat {

  private static final String HEAD = "Traceback (most recent call last)";
  static final byte[] BYTES = Bytes.of(HEAD);

  public TracebackFormat() {
    super("traceback", List.of(HEAD));
  }

  /** Each has the needle. */
  @Override
  public boolean mayBegin(byte first) {
    return false;
  }

  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public @Nullable LineFormat only(String format) {
    return this;
  }

  /** Start of the head in a line that has one. */
  public static int head(byte[] bytes, int start, int end) {
    return Bytes.indexOf(bytes, start, end, BYTES);
  }

  /** It may be glued to a bar, which is indented. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return true;
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    return Bytes.indexOf(bytes, needle, end, BYTES) < 0
        ? Parsed.Ignored.IGNORED
        : Parsed.Sign.TRACEBACK;
  }
}
