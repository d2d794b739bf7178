package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.model.log.FileStatus;
import java.io.IOException;

/** A file of which only the first bytes are readable, as on a disk with bad sectors. */
final class FailingFile implements ByteSource {

  private byte[] text;
  private final long bornNanos;
  private long readable;

  private FailingFile(String text, long readable, long bornNanos) {
    this.text = text.getBytes(UTF_8);
    this.readable = readable;
    this.bornNanos = bornNanos;
  }

  FailingFile(String text, long readable) {
    this(text, readable, 1);
  }

  /** The same, on a file system without birth times. */
  static FailingFile bornUnknown(String text, long readable) {
    return new FailingFile(text, readable, 0);
  }

  void heal() {
    heal(text.length);
  }

  /** Appends bytes that are not readable. */
  void grow(String more) {
    text = (new String(text, UTF_8) + more).getBytes(UTF_8);
  }

  /** Makes the first {@code first} bytes readable. */
  void heal(long first) {
    readable = first;
  }

  @Override
  public int read(long offset, byte[] into, int most) throws IOException {
    int n = (int) Math.min(most, text.length - offset);
    int good = (int) Math.min(n, readable - offset);
    if (n > 0 && good <= 0) {
      throw new IOException("Input/output error");
    }
    System.arraycopy(text, (int) offset, into, 0, good);
    return good;
  }

  @Override
  public String label() {
    return "/logs/a.log";
  }

  @Override
  public String uri() {
    return "file:///logs/a.log";
  }

  @Override
  public String fileKey() {
    return "(dev=1,ino=1)";
  }

  @Override
  public long bornNanos() {
    return bornNanos;
  }

  @Override
  public FileStatus status() {
    return new FileStatus(text.length, null);
  }

  @Override
  public long size() {
    return text.length;
  }

  @Override
  public void close() {}
}
