package io.tidemark.app.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins both outputs of a program that the script {@code watch-program} runs into one log: whole
 * lines, in the order in which they were seen. The script lets one file grow for each output, and
 * states facts in the same folder as the target of a link.
 */
public final class ProgramOutput implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ProgramOutput.class);

  /** Lines of both outputs that come within this time may change places. */
  private static final long LOOK_MILLIS = 30;

  /** Written below the output of a program that ended badly, before its exit code. */
  private static final String BAD_END = "tidemark: the program ended with exit code ";

  private static final int BUFFER_BYTES = 1 << 16;

  /** A longer line is written in parts. */
  private static final int MOST_HELD_BYTES = 1 << 20;

  /** So many bytes are read before their blocks are given back. */
  private static final long RELEASE_BYTES = 16 << 20;

  /** Exit codes after SIGINT and SIGTERM. */
  private static final Set<Integer> ENDED_BY_A_USER = Set.of(130, 143);

  private final Path folder;
  private final long scriptPid;
  private final Path path;
  private final OutputStream log;
  private final List<Output> outputs;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          look -> {
            Thread thread = new Thread(look, "tidemark-program-output");
            thread.setDaemon(true);
            return thread;
          });

  private ProgramOutput(Path folder, long scriptPid, Path path) throws IOException {
    this.folder = folder;
    this.scriptPid = scriptPid;
    this.path = path;
    this.log = Files.newOutputStream(path);
    this.outputs = List.of(new Output("stdout"), new Output("stderr"));
  }

  /**
   * Follows the outputs, and states that the program may start.
   *
   * @param folder of the script
   * @param scriptPid its process; when that is killed, the output ends
   * @param log receives the lines
   */
  public static ProgramOutput follow(Path folder, long scriptPid, Path log) throws IOException {
    ProgramOutput output = new ProgramOutput(folder, scriptPid, log);
    Future<?> unused =
        output.looks.scheduleWithFixedDelay(output::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    Files.createSymbolicLink(folder.resolve("ready"), Path.of("true"));
    return output;
  }

  /**
   * Waits at most this long; returns whether the program has ended and its whole output is in the
   * log.
   *
   * @throws IOException when the output cannot be read or the log cannot be written any more
   */
  public boolean awaitEnd(long millis) throws InterruptedException, IOException {
    try {
      ended.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IOException(
          "the program's output cannot be joined in %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  private void look() {
    if (ended.isDone()) {
      return;
    }
    try {
      boolean over = over();
      for (Output output : outputs) {
        output.read();
      }
      if (over) {
        end();
        ended.complete(null);
      }
    } catch (IOException | RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  /** The end is stated after the last byte. */
  private boolean over() {
    return Files.isSymbolicLink(folder.resolve("exit"))
        || ProcessHandle.of(scriptPid).filter(ProcessHandle::isAlive).isEmpty();
  }

  /**
   * Ends the last line of each output. A bad end is a last line, since an allocation that was
   * refused may have led to it.
   */
  private void end() throws IOException {
    for (Output output : outputs) {
      output.endLine();
    }
    Path exit = folder.resolve("exit");
    if (Files.isSymbolicLink(exit)) {
      int code = Integer.parseInt(Files.readSymbolicLink(exit).toString());
      if (code != 0 && !ENDED_BY_A_USER.contains(code)) {
        log.write((BAD_END + code + "\n").getBytes(UTF_8));
      }
    } else {
      LOG.warn("process {}, which runs the program, was killed; its output is not read", scriptPid);
    }
    log.close();
  }

  @Override
  public void close() throws IOException {
    looks.shutdownNow();
    log.close();
    for (Output output : outputs) {
      output.file.close();
    }
  }

  /** One output, with the bytes since its last line end. */
  private final class Output {

    private final Path path;
    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private long released;

    private Output(String name) throws IOException {
      this.path = folder.resolve(name);
      this.file = FileChannel.open(path);
    }

    private void read() throws IOException {
      while (file.read(buffer.clear()) > 0) {
        add(buffer.array(), buffer.position());
        if (file.position() - released >= RELEASE_BYTES) {
          release();
        }
      }
    }

    /** Makes a hole of what was read. A file system that has no holes keeps the bytes. */
    private void release() throws IOException {
      released = file.position();
      try {
        Process hole =
            new ProcessBuilder("fallocate", "-p", "-o", "0", "-l", "" + released, path.toString())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        hole.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (IOException e) {
        LOG.debug("no fallocate", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void add(byte[] bytes, int length) throws IOException {
      int whole = length;
      while (whole > 0 && bytes[whole - 1] != '\n') {
        whole--;
      }
      held.write(bytes, 0, whole);
      if (whole > 0) {
        append();
      }
      held.write(bytes, whole, length - whole);
      if (held.size() > MOST_HELD_BYTES) {
        append();
      }
    }

    private void endLine() throws IOException {
      if (held.size() > 0) {
        held.write('\n');
        append();
      }
    }

    private void append() throws IOException {
      held.writeTo(log);
      held.reset();
    }
  }
}
