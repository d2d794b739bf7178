package io.tidemark.app.logfile;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStream;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Logs at rest as files of plain text, since a log is read more than once: those compressed by gzip
 * or zstd and standard input are written to a temporary folder, which is deleted at the end.
 */
public final class PlainLogs implements AutoCloseable {

  private static final int ZSTD = 0x28b52ffd;
  private static final int GZIP = 0x1f8b;
  private static final String STDIN = "-";
  private static final Pattern NUMBERED = Pattern.compile("(.+)(#\\d{1,9})");
  private static final Bound BOUND = new Bound(1L << 30, 200);

  private final Bound bound;
  private final Progress progress;
  private final List<String> names = new ArrayList<>();

  /** The folders of the unpacked files, by those of the packed ones. */
  private final Map<Path, Path> folders = new LinkedHashMap<>();

  private @Nullable Path folder;
  private boolean stdinRead;

  /**
   * The bound of what a compressed file may become: a few bytes could fill a disk.
   *
   * @param bytes that each may have
   * @param ratio to its size that it may have beyond
   */
  record Bound(long bytes, long ratio) {
    void check(String log, long packed, long unpacked) {
      if (unpacked > bytes && unpacked / ratio > packed) {
        throw new Refusal(
            ("LOG '%s' unpacks to more than %,d B and %,d times its size; if it is a log, want"
                    + " zcat LOG | tidemark report -")
                .formatted(log, bytes, ratio));
      }
    }
  }

  private PlainLogs(Bound bound, Progress progress) {
    this.bound = bound;
    this.progress = progress;
  }

  /**
   * The logs, those that are plain files already among them, in their order.
   *
   * @param logs as the user wrote them, also with the number of a run behind {@code #}
   * @param progress shows what is unpacked, and is cleared at the end
   * @throws Refusal for one that cannot be unpacked
   */
  public static PlainLogs of(List<String> logs, InputStream stdin, Progress progress)
      throws IOException {
    return of(logs, stdin, progress, BOUND);
  }

  static PlainLogs of(List<String> logs, InputStream stdin, Progress progress, Bound bound)
      throws IOException {
    PlainLogs plain = new PlainLogs(bound, progress);
    progress.begin(
        "unpacking",
        logs.stream().map(Path::of).filter(PlainLogs::isPacked).mapToLong(PlainLogs::length).sum());
    try {
      for (String log : logs) {
        plain.names.add(plain.plain(log, stdin));
      }
      return plain;
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  /** The names of the plain files, globs and folders. */
  public List<String> names() {
    return names;
  }

  private String plain(String log, InputStream stdin) throws IOException {
    Matcher numbered = NUMBERED.matcher(log);
    File file = new File(log);
    if (!file.exists() && numbered.matches()) {
      return plain(numbered.group(1), stdin) + numbered.group(2);
    }
    if (log.equals(STDIN)) {
      return stdin(stdin).toString();
    }
    return file.isFile() ? unpacked(log, file.toPath().toAbsolutePath()).toString() : log;
  }

  private Path stdin(InputStream stdin) throws IOException {
    if (stdinRead) {
      throw new Refusal("LOG '-' is given twice; want it once");
    }
    stdinRead = true;
    Path copy = folder().resolve("stdin");
    byte[] buffer = new byte[1 << 16];
    long length = 0;
    try (OutputStream out = Files.newOutputStream(copy)) {
      for (int read = stdin.read(buffer); read >= 0; read = stdin.read(buffer)) {
        out.write(buffer, 0, read);
        length += read;
        progress.show("reading standard input", length, 0, 0);
      }
    }
    return copy;
  }

  private Path unpacked(String log, Path packed) throws IOException {
    if (!isPacked(packed)) {
      return Path.of(log);
    }
    try (FileChannel file = FileChannel.open(packed);
        InputStream bytes = Channels.newInputStream(file);
        InputStream text =
            head(packed) == ZSTD
                ? new ZstdInputStream(bytes)
                : new GZIPInputStream(bytes, 1 << 16)) {
      Path plain = target(packed);
      copy(log, text, file, plain);
      Files.setLastModifiedTime(plain, Files.getLastModifiedTime(packed));
      return plain;
    } catch (EOFException | ZipException | ZstdIOException e) {
      throw new Refusal(
          "LOG '%s' cannot be unpacked: %s; want a whole gzip or zstd file"
              .formatted(TerminalText.of(log), IoReason.of(e)));
    }
  }

  private static boolean isPacked(Path path) {
    int head = head(path);
    return head == ZSTD || head >>> 16 == GZIP;
  }

  private static long length(Path path) {
    return path.toFile().length();
  }

  /** The first four bytes; 0 if they cannot be read, which the reader of the log reports. */
  private static int head(Path path) {
    byte[] first = new byte[4];
    try (InputStream file = Files.newInputStream(path)) {
      file.readNBytes(first, 0, first.length);
    } catch (IOException e) {
      return 0;
    }
    return ByteBuffer.wrap(first).getInt(0);
  }

  private void copy(String log, InputStream text, FileChannel packed, Path plain)
      throws IOException {
    byte[] buffer = new byte[1 << 16];
    long length = 0;
    long unpacked = 0;
    try (OutputStream out = Files.newOutputStream(plain)) {
      for (int read = text.read(buffer); read >= 0; read = text.read(buffer)) {
        length += read;
        bound.check(TerminalText.of(log), packed.size(), length);
        out.write(buffer, 0, read);
        progress.read((double) (packed.position() - unpacked));
        unpacked = packed.position();
      }
    }
  }

  /** Keeps the names of file and folder: the files of a module belong together by them. */
  private Path target(Path packed) throws IOException {
    Path own = packed.normalize().resolveSibling("");
    Path in = folders.get(own);
    if (in == null) {
      String name = own.getFileName() == null ? "logs" : own.getFileName().toString();
      in =
          Files.createDirectories(folder().resolve(Integer.toString(folders.size())).resolve(name));
      folders.put(own, in);
    }
    String name = packed.getFileName().toString().replaceFirst("(?i)(?<=.)\\.(gz|zst)$", "");
    Path plain = in.resolve(name);
    return Files.exists(plain) ? in.resolve(packed.getFileName()) : plain;
  }

  private Path folder() throws IOException {
    Path made = folder;
    if (made == null) {
      Path temporary = Files.createTempDirectory("tidemark-logs-");
      folder = temporary;
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(temporary), "tidemark-logs"));
      made = temporary;
    }
    return made;
  }

  private static void delete(Path folder) {
    try {
      Utils.delete(folder.toFile());
    } catch (IOException e) {
      // It is in the folder of temporary files, which the system cleans.
    }
  }

  @Override
  public void close() {
    progress.clear();
    if (folder != null) {
      delete(folder);
    }
  }
}
