package io.tidemark.analysis.parse;

/** What a line says by itself. */
public sealed interface Fact extends Parsed
    permits TenstorrentFact,
        TtnnFact,
        KeyValueRecord,
        ChipNamed,
        BmProfileFact,
        MemoryAccessFact,
        ZantFact,
        TflmFact,
        TtTrainFact,
        XlaDumpFact,
        XlaOomFact,
        BfcFact {

  /** Name of the format the line belongs to, see {@link Formats}. */
  String format();
}
