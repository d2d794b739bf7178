package io.tidemark.analysis.state;

import java.util.function.Consumer;

/**
 * Writes stored state as sections, each of them a tag, a version, a length and bytes: a reader
 * passes over one that it does not know, and one that it cannot read costs no other.
 */
public final class SectionWriter {

  private final PartWriter out;

  /**
   * @param version of the layout of sections
   */
  public SectionWriter(int version) {
    out = new PartWriter(version);
  }

  /** Writes a section; its tag is unique in the part. */
  public SectionWriter section(String tag, int version, Consumer<PartWriter> body) {
    PartWriter section = new PartWriter(version);
    body.accept(section);
    out.text(tag).section(section);
    return this;
  }

  public byte[] toBytes() {
    return out.toBytes();
  }
}
