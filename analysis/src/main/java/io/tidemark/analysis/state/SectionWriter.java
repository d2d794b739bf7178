package io.tidemark.analysis.state;

import java.util.function.Consumer;

/**
 * Writes state as sections. A section is a tag, a version, a length and bytes. A reader skips
 * unknown sections, and an unreadable section does not affect others.
 */
public final class SectionWriter {

  private final PartWriter out;

  /**
   * Creates an empty part.
   *
   * @param version of the section layout
   */
  public SectionWriter(int version) {
    out = new PartWriter(version);
  }

  /** Writes a section; its tag must be unique in the part. */
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
