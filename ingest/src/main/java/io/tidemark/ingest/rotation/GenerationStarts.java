package io.tidemark.ingest.rotation;

import io.tidemark.ingest.checkpoint.CheckpointIndex;
import io.tidemark.ingest.checkpoint.CheckpointIndex.Entry;
import io.tidemark.ingest.checkpoint.PassedEnds;
import io.tidemark.ingest.checkpoint.SourceNames;
import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ContentPrints;
import io.tidemark.ingest.content.DumpSource;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.GenerationName;
import io.tidemark.ingest.generation.GoneFile;
import io.tidemark.ingest.generation.LineCounts;
import io.tidemark.ingest.generation.Place;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.generation.Source;
import io.tidemark.ingest.generation.SourceProgress;
import io.tidemark.model.log.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Starts generations of a log: new ones, and known ones that continue. */
public record GenerationStarts(
    Followed followed,
    CheckpointIndex index,
    LineCounts counts,
    PassedEnds ends,
    Predecessors predecessors) {

  /** Begins a new generation of the log at the file's path. */
  public void begin(FileSource file, Round round) throws IOException {
    ReadPosition start = ends.startOf(file);
    Source source = followed.at(file.path());
    if (!index.ofSource(source.name()).isEmpty()) {
      source.wasRotated();
    }
    source.add(next(source, file, start), round);
    followed.read(source, file, start.offset());
  }

  /** Adds a generation that came and went unseen. */
  public void addUnread(Source source, FileSource file, Round round) throws IOException {
    ReadPosition start = ends.startOf(file);
    Generation generation = next(source, file, start);
    generation.moved(new Place.Away(round.steadyMillis()));
    source.addOlder(generation);
    followed.read(source, file, start.offset());
  }

  /**
   * Adds files that came and went at the log's path between two looks: a gap of their number.
   *
   * @param since when a copy of them was searched from
   */
  public void addMissed(Source source, long files, Place.Cut since) {
    ReadPosition lost = ReadPosition.START.lost();
    GenerationName name = nextName(source);
    String uri = source.home().toUri().toString();
    Position position =
        new Position(
            source.name(),
            new Position.FileIdentity(uri, "(missed)", 0),
            0,
            0,
            lost.marker(),
            false,
            new Position.Lineage(name.number(), new ContentPrints().encode(lost, 0), uri));
    GoneFile gone = new GoneFile(position, files, GoneFile.When.BETWEEN_LOOKS);
    Generation generation = new Generation(name, gone, lost, new ContentPrints(), counts);
    generation.moved(since);
    source.addOlder(generation);
  }

  /**
   * The generation that follows a cut, in the same file. Where that begins with what was shipped,
   * reading goes on behind it, in the same runs.
   */
  Generation afterCut(Source source, Generation cut, FileSource file) throws IOException {
    ReadPosition known = cut.reader().content().goesOnIn(file);
    if (known.offset() == 0) {
      known = cut.reader().content().goesOnBehindLoss(file);
      if (known.offset() > 0) {
        // Text that was not shipped is still there.
        cut.reader().takeBack();
      }
    }
    if (known.offset() == 0 || cut.unborn()) {
      return next(source, file, ReadPosition.START);
    }
    long number = index.nextNumber(source.name());
    GenerationName name = GenerationName.next(source, number, (own, its) -> cut.id());
    ReadPosition start = new ReadPosition(known.offset(), 0, known.tail());
    return new Generation(name, file, start, ContentPrints.of(file, start.offset()), counts);
  }

  /**
   * Records that the end of a generation in this file is stored: its start needs no skipping again.
   */
  void ended(ByteSource file) {
    ends.forget(file);
  }

  private Generation next(Source source, FileSource file, ReadPosition start) throws IOException {
    ContentPrints prints = ContentPrints.of(file, start.offset());
    return new Generation(nextName(source), file, start, prints, counts);
  }

  private GenerationName nextName(Source source) {
    return GenerationName.next(source, index.nextNumber(source.name()), predecessors);
  }

  /** Begins or resumes a complete document; one that is known to its end is only recorded. */
  public void document(Path home, DumpSource document, Round round) throws IOException {
    Optional<Entry> known = index.documentOf(document.fileKey());
    if (known.isEmpty()) {
      Source source = followed.at(home);
      source.add(
          new Generation(
              nextName(source), document, ReadPosition.START, new ContentPrints(), counts),
          round);
    } else if (known.get().position().ended()) {
      rest(home, known.get());
    } else {
      Position position = known.get().position();
      Fingerprint tail = document.before(position.offset());
      ReadPosition start = new ReadPosition(position.offset(), position.lines(), tail);
      ContentPrints prints = ContentPrints.of(document, position.offset());
      Source source = followed.named(position.source(), home);
      source.add(
          new Generation(nameOf(known.get(), source), document, start, prints, counts), round);
    }
  }

  /** Whether a document of this module is being read. */
  public boolean hasDocumentAt(Path home) {
    Source source = followed.sources().get(home);
    return source != null && !source.generations().isEmpty();
  }

  /** Records a file that was shipped to its end, so that its progress can be queried. */
  public void rest(Path path, Entry known) {
    Position end = known.position();
    if (path.equals(SourceNames.home(end))) {
      followed
          .named(end.source(), path)
          .rest(
              new SourceProgress(
                  end.source(),
                  path.toString(),
                  known.generation(),
                  end.offset(),
                  end.offset(),
                  false));
    }
  }

  /**
   * Resumes a known generation of the log at {@code home}; it may have counted as gone before.
   *
   * @return whether the file still holds it: it may have been cut since it was recognised
   */
  public boolean resume(FileSource file, Entry known, Path home, Round round) throws IOException {
    Position position = known.position();
    Source source = followed.named(position.source(), home);
    ContentPrints prints = ContentPrints.decode(position.lineage().prints());
    Optional<Generation> resumed = resumed(source, file, known, prints);
    if (resumed.isEmpty()) {
      return false;
    }
    Generation generation = resumed.get();
    Generation gone = source.goneFileOf(known.generation());
    if (file.path().equals(home)) {
      if (gone != null) {
        source.remove(gone);
      }
      source.add(generation, round);
    } else {
      generation.moved(new Place.Away(round.steadyMillis()));
      if (gone != null) {
        source.replace(gone, generation);
      } else {
        source.addOlder(generation);
      }
    }
    followed.read(source, file, position.offset());
    return true;
  }

  /**
   * The generation in this file, by what is stored of it; empty if the file does not hold it.
   * Nothing is taken from the file unless the file fits after it was read: prints of a file that
   * was cut in the meantime would let the whole log count as unknown.
   */
  private Optional<Generation> resumed(
      Source source, FileSource file, Entry known, ContentPrints prints) throws IOException {
    Position position = known.position();
    long offset = position.offset();
    Fingerprint tail = file.before(offset);
    prints.upTo(file, offset);
    long seen = Math.max(offset, prints.end());
    Fingerprint seenEnd = file.before(seen);
    if (!file.fits(position.marker(), offset) || !prints.stand(file)) {
      return Optional.empty();
    }
    String head = offset == 0 ? position.marker() : null;
    ReadPosition start = new ReadPosition(offset, position.lines(), tail, head);
    Generation generation = new Generation(nameOf(known, source), file, start, prints, counts);
    generation.reader().saw(seen, seenEnd);
    return Optional.of(generation);
  }

  private GenerationName nameOf(Entry known, Source source) {
    String follows = known.position().lineage().follows();
    boolean begins = known.position().offset() == 0 && follows == null;
    return GenerationName.known(
        source, known.number(), known.generation(), follows, begins ? predecessors : null);
  }

  /** Searches the rest of a known generation whose file is gone or holds another one. */
  public void seek(Entry known, Path home, Round round) {
    Position position = known.position();
    ContentPrints prints = ContentPrints.decode(position.lineage().prints());
    ReadPosition start = ReadPosition.stored(position);
    Source source = followed.named(position.source(), home);
    Generation generation =
        new Generation(
            nameOf(known, source),
            new GoneFile(position, unknownBytes(known), GoneFile.When.WHILE_DOWN),
            start,
            prints,
            counts);
    Long claimed = position.lineage().claimedBytes();
    if (claimed != null) {
      generation.reader().saw(claimed, Fingerprint.NONE);
    }
    generation.moved(new Place.Cut(round.steadyMillis()));
    source.addOlder(generation);
    source.wasRotated();
  }

  /**
   * 0 if a newer generation was read, since older ones are read to their ends before it; else 1.
   */
  private long unknownBytes(Entry known) {
    return index.newerAtHome(known).anyMatch(newer -> newer.position().offset() > 0) ? 0 : 1;
  }

  /**
   * Continues a generation in this copy, which holds its rest.
   *
   * @return whether the copy still holds it
   */
  public boolean goOnIn(Source source, Generation generation, FileSource copy) throws IOException {
    ByteSource cut = generation.file();
    if (cut instanceof GoneFile gone) {
      Position position = gone.position();
      // More may have been read than is stored, and more than the copy holds.
      ContentPrints prints = ContentPrints.decode(position.lineage().prints()).within(copy.size());
      Entry known = new Entry(generation.id(), position);
      Optional<Generation> resumed = resumed(source, copy, known, prints);
      if (resumed.isEmpty()) {
        return false;
      }
      resumed.get().goOnIn(copy);
      source.replace(generation, resumed.get());
    } else {
      generation.goOnIn(copy);
    }
    followed.release(source, cut);
    followed.readOn(source, copy);
    return true;
  }
}
