package io.tidemark.app.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with the output of a program: whole lines of both its outputs, in the order in which they
 * end. A line too long to be held is written in parts. A write failure is reported once and ends
 * the file; the program is not affected.
 */
final class OutputLog implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OutputLog.class);
  private static final int MOST_HELD_BYTES = 1 << 20;

  private final Path path;
  private final OutputStream file;
  private final List<Lines> outputs = new ArrayList<>();
  private boolean ended;

  OutputLog(Path path) throws IOException {
    this(path, Files.newOutputStream(path));
  }

  OutputLog(Path path, OutputStream file) {
    this.path = path;
    this.file = file;
  }

  /** Adds one of the program's outputs. */
  synchronized Lines lines() {
    Lines lines = new Lines();
    outputs.add(lines);
    return lines;
  }

  private void append(ByteArrayOutputStream lines) {
    try {
      lines.writeTo(file);
    } catch (IOException e) {
      ended = true;
      LOG.warn(
          "{} cannot be written any more, the program goes on: {}; what it prints from here is"
              + " passed on and not analysed",
          path,
          e.getMessage());
    }
    lines.reset();
  }

  /** Ends the last line of each output, and adds a line of Tidemark. */
  synchronized void add(String line) {
    Lines own = lines();
    outputs.forEach(Lines::end);
    byte[] bytes = (line + '\n').getBytes(UTF_8);
    own.write(bytes, bytes.length);
  }

  /** Ends the last line of each output; later output is dropped. */
  @Override
  public synchronized void close() throws IOException {
    outputs.forEach(Lines::end);
    ended = true;
    file.close();
  }

  /** The bytes of one output since its last line end. */
  final class Lines {

    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    private Lines() {}

    void write(byte[] bytes, int length) {
      synchronized (OutputLog.this) {
        if (!ended) {
          add(bytes, length);
        }
      }
    }

    private void add(byte[] bytes, int length) {
      int whole = length;
      while (whole > 0 && bytes[whole - 1] != '\n') {
        whole--;
      }
      held.write(bytes, 0, whole);
      if (whole > 0) {
        append(held);
      }
      held.write(bytes, whole, length - whole);
      if (held.size() > MOST_HELD_BYTES) {
        append(held);
      }
    }

    /** Ends the output, and with it the last line. */
    void end() {
      synchronized (OutputLog.this) {
        if (!ended && held.size() > 0) {
          held.write('\n');
          append(held);
        }
      }
    }
  }
}
