package io.tidemark.analysis.memory;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.state.Stored;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The newest Python traceback: the line of source from which a failed allocation came. It is that
 * of the innermost frame outside the libraries that allocate, as CPython or IPython prints it.
 */
@Stored
public final class Traceback {

  /** Lines after a frame within which the next one, or the exception, stands. */
  private static final int WITHIN = 12;

  private static final int MOST_BYTES = 512;
  private static final int MOST_CODE = 100;
  private static final int MOST_PATH = 32;
  private static final Pattern FRAME =
      Pattern.compile(
          "File \"([^\"]+)\", line (\\d{1,7})(?:, in (\\S+))?"
              + "|File ([^\\s\"]+):(\\d{1,7}), in (?:\\w+\\.)*(\\w+)"
              + "|^([^\\s\"]+(?:\\.py|>)|(?:Input|Cell) In ?\\[\\d+\\])"
              + "(?:,? in (<?\\w+>?)(?:\\(|$)|, (?:in <cell )?line\\b)");

  /** The line of a frame as IPython marks it. */
  private static final Pattern MARKED = Pattern.compile("^-{1,6}> ?(\\d{1,7}) (.*)");

  private static final Pattern RAISED =
      Pattern.compile("^(?=\\S).*?\\b(\\w+(?:Error|Exception|Exit|Interrupt))(?::|$)");

  /** Exceptions whose further lines may state a failed allocation. */
  private static final Set<String> OF_ALLOCATIONS =
      Set.of(
          "AcceleratorError",
          "InternalError",
          "JaxRuntimeError",
          "MemoryError",
          "OutOfMemoryError",
          "ResourceExhaustedError",
          "RuntimeError",
          "UnknownError",
          "XlaRuntimeError");

  private static final Pattern LIBRARY =
      Pattern.compile(
          "(?:^|/)(?:torch|torch_\\w+|jax|jaxlib|flax|haiku|equinox|tensorflow\\w*|\\w*keras"
              + "|paddle|cupy|ttnn)/"
              + "|/lib/python[\\d.]+/(?!site-packages/|dist-packages/)"
              + "|^[A-Z]:.*/[Ll]ib/(?!site-packages/)|/six\\.py$|^<(?!ipython)");

  private static final Pattern LITERAL = Pattern.compile("\"[^\"]*(?:\"|$)|'[^']*(?:'|$)");
  private static final Pattern TAIL = Pattern.compile("/((?:[^/]+/){0,2}[^/]+)$");
  private static final Pattern INSTALLED = Pattern.compile("^.*/(?:site|dist)-packages/");

  /** Lines that it still reads. */
  private int left = WITHIN;

  /** Column of a frame whose code stands below it; negative for none. */
  private int column = -1;

  /** File and function of a frame whose line number stands below it. */
  private @Nullable String file;

  private @Nullable String function;

  /** The line of source so far. */
  private @Nullable String place;

  private boolean ofLibrary;

  /** Whether the exception's own line states what is wrong: one more line may do so. */
  private boolean said;

  /**
   * Ends it, since each traceback is that of one exception. Returns the line of source, as {@code
   * FILE:LINE in FUNCTION: CODE}; {@code null} for none.
   */
  @Nullable String take() {
    String taken = left > 0 ? place : null;
    left = 0;
    return taken;
  }

  /** Whether more of it may follow. */
  public boolean listens() {
    return left > 0;
  }

  /** Receives the next line {@code bytes[start, end)} of its writer. */
  public void onLine(byte[] bytes, int start, int end) {
    if (left == 0) {
      return;
    }
    left--;
    String line = Bytes.text(bytes, start, Math.min(end, start + MOST_BYTES));
    Matcher frame = FRAME.matcher(line);
    Matcher marked = MARKED.matcher(line);
    int code = column;
    column = -1;
    if (frame.find()) {
      frame(frame);
    } else if (marked.find()) {
      String of = file;
      if (of != null && place(of, marked.group(1), function)) {
        code(marked.group(2));
      }
      left = WITHIN;
    } else if (code >= 0 && line.startsWith("  ", code)) {
      code(line.substring(code));
    } else {
      exception(line);
    }
  }

  /** Decides whether the exception's text may go on below this line. */
  private void exception(String line) {
    Matcher raised = RAISED.matcher(line);
    if (raised.find()) {
      said = !line.endsWith(":");
      left = OF_ALLOCATIONS.contains(raised.group(1)) ? left : Math.min(left, 1);
    } else if (said && !line.isBlank() && !line.endsWith(":")) {
      left = Math.min(left, 1);
    }
  }

  private void frame(Matcher frame) {
    left = WITHIN;
    said = false;
    if (frame.group(1) != null) {
      column = place(frame.group(1), frame.group(2), frame.group(3)) ? frame.start() : -1;
    } else {
      boolean numbered = frame.group(4) != null;
      file = frame.group(numbered ? 4 : 7);
      function = frame.group(numbered ? 6 : 8);
    }
  }

  /** Takes the place of a frame, unless it is of a library and an outer one is not. */
  private boolean place(String named, String line, @Nullable String in) {
    String path = named.replace('\\', '/');
    boolean library = LIBRARY.matcher(path).find();
    if (place != null && library && !ofLibrary) {
      return false;
    }
    ofLibrary = library;
    String inside = in == null || in.startsWith("<") ? "" : " in " + in;
    place = OpNameLimiter.cut(shortened(path) + ":" + line + inside);
    return true;
  }

  /** The path below the installed packages; of a long one the file and two folders. */
  private static String shortened(String path) {
    String own = INSTALLED.matcher(path).replaceFirst("");
    Matcher tail = TAIL.matcher(own);
    return own.length() > MOST_PATH && own.equals(path) && tail.find() ? tail.group(1) : own;
  }

  private void code(String text) {
    // A literal may be a secret.
    String code = LITERAL.matcher(text.strip()).replaceAll("'…'");
    if (!code.isEmpty()) {
      place += ": " + (code.length() <= MOST_CODE ? code : code.substring(0, MOST_CODE) + "…");
    }
  }
}
