package io.tidemark.analysis.memory;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.state.Stored;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The newest Python traceback: the line of source from which a failed allocation came, and its
 * owner. The line is that of the innermost frame outside the libraries that allocate, as CPython or
 * IPython prints it; the owner is that of the innermost frame that has one, or of a phase around
 * it.
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
      Pattern.compile("^(?=\\S).*?\\b(\\w+(?:Error|Exception|(Exit|Interrupt)))(?::|$)");

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

  /** Whether the code below the newest frame is that of the place. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean placed;

  /** Advice of the owner so far. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private @Nullable String advice;

  /** Whether the owner is a phase, to which the inner frames belong. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean phase;

  /** Whether the exception's own line states what is wrong: one more line may do so. */
  private boolean said;

  /** Whether it ends in an error, not in a stop that someone asked for. */
  @JsonProperty(isRequired = OptBoolean.FALSE)
  private boolean raised;

  /**
   * Ends it, since each traceback is that of one exception. Returns the line of source, as {@code
   * FILE:LINE in FUNCTION: CODE}; {@code null} for none.
   */
  @Nullable String take() {
    String taken = left > 0 ? place : null;
    left = 0;
    return taken;
  }

  /** The advice for its owner, until it is taken; {@code null} if no frame has one. */
  @Nullable String advice() {
    return left > 0 ? advice : null;
  }

  /** Whether its last line so far is that of an error. */
  public boolean isRaised() {
    return raised;
  }

  /** Whether more of it may follow. */
  public boolean listens() {
    return left > 0;
  }

  /** Receives the next line {@code bytes[start, end)} of its writer. */
  public void onLine(byte[] bytes, int start, int end, FrameOwners owners) {
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
      frame(frame, owners);
    } else if (marked.find()) {
      String of = file;
      if (of != null) {
        placed = place(of, marked.group(1), function);
        code(marked.group(2), owners);
      }
      left = WITHIN;
    } else if (code >= 0 && line.startsWith("  ", code)) {
      code(line.substring(code), owners);
    } else {
      exception(line);
    }
  }

  /** Decides whether the exception's text may go on below this line. */
  private void exception(String line) {
    Matcher error = RAISED.matcher(line);
    if (error.find()) {
      raised = error.group(2) == null;
      said = !line.endsWith(":");
      left = OF_ALLOCATIONS.contains(error.group(1)) ? left : Math.min(left, 1);
    } else if (said && !line.isBlank() && !line.endsWith(":")) {
      left = Math.min(left, 1);
    }
  }

  private void frame(Matcher frame, FrameOwners owners) {
    left = WITHIN;
    said = false;
    raised = false;
    if (frame.group(1) != null) {
      placed = place(frame.group(1), frame.group(2), frame.group(3));
      column = frame.start();
      owned(frame.group(1), frame.group(3), owners);
    } else {
      boolean numbered = frame.group(4) != null;
      String named = frame.group(numbered ? 4 : 7);
      file = named;
      function = frame.group(numbered ? 6 : 8);
      owned(named, function, owners);
    }
  }

  private void owned(String path, @Nullable String in, FrameOwners owners) {
    owned(path.replace('\\', '/') + (in == null ? "" : " in " + in + "()"), owners);
  }

  private void owned(String text, FrameOwners owners) {
    FrameOwners.Owner owner = phase ? null : owners.ofFrame(text);
    if (owner != null) {
      advice = owner.advice();
      phase = owner.phase();
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

  private void code(String text, FrameOwners owners) {
    owned(text, owners);
    if (!placed) {
      return;
    }
    // A literal may be a secret.
    String code = LITERAL.matcher(text.strip()).replaceAll("'…'");
    if (!code.isEmpty()) {
      place += ": " + (code.length() <= MOST_CODE ? code : code.substring(0, MOST_CODE) + "…");
    }
  }
}
