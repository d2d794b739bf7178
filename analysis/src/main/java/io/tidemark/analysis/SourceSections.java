package io.tidemark.analysis;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import io.tidemark.analysis.state.SectionReader;
import io.tidemark.analysis.state.SectionWriter;
import java.util.List;
import java.util.function.Consumer;

/** The hot part of a source: how far its log is read, and the sections of its open run. */
final class SourceSections {

  /** Of the layout of sections; each section has a version of its own. */
  private static final int VERSION = 10;

  private static final String SOURCE = "source";
  private static final int SOURCE_VERSION = 1;

  private SourceSections() {}

  /** Writes the parts of the open run through, and answers the hot one. */
  static byte[] write(Consumer<PartWriter> source, Runs runs) {
    SectionWriter out = new SectionWriter(VERSION);
    out.section(SOURCE, SOURCE_VERSION, source);
    runs.store(out);
    return out.toBytes();
  }

  /**
   * Restores a source.
   *
   * @return tags of the sections that could not be read, and were begun anew
   */
  static List<String> read(byte[] hot, Consumer<PartReader> source, Runs runs) {
    if (VersionNine.wrote(hot)) {
      PartReader in = new PartReader(hot, VersionNine.VERSION);
      source.accept(in);
      runs.restoreVersionNine(in);
      return List.of();
    }
    SectionReader in = new SectionReader(hot, VERSION);
    in.required(SOURCE, SOURCE_VERSION, source);
    runs.restore(in);
    return in.restarted();
  }
}
