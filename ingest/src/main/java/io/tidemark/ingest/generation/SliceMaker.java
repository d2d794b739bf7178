package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.ReadPosition;
import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.log.SliceOrigin.Found;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the slices of one generation from batches of its lines, with times and line counts. */
final class SliceMaker {

  private static final long NEVER = -1;

  /** A file is found within some seconds, on a busy machine too. */
  private static final long FRESH_MILLIS = 60_000;

  private final GenerationName name;
  private long lines;
  private long readMillis = NEVER;
  private long grownMillis = NEVER;

  /**
   * Length of the file when it was first read: earlier bytes were not read as they were written.
   */
  private long foundBytes = NEVER;

  private Found found = Found.OLD;

  /**
   * @param lines number of lines before the first batch
   */
  SliceMaker(GenerationName name, long lines) {
    this.name = name;
    this.lines = lines;
  }

  /** The time of the round, but never before that of the last read: a clock may be set back. */
  long step(ByteSource file, Round round) {
    readMillis = Math.max(readMillis, round.wallMillis());
    if (foundBytes == NEVER) {
      FileStatus status = file.status();
      foundBytes = status == null ? 0 : status.sizeBytes();
      found = oldestMillis(file, status) > readMillis - FRESH_MILLIS ? Found.FRESH : Found.OLD;
    }
    return readMillis;
  }

  /** Slices of bytes that came since the last read. */
  List<PendingSlice> grown(ByteSource file, List<LineBatch> batches, Round round) {
    long before = readMillis;
    List<PendingSlice> slices = of(file, batches, before, step(file, round));
    grownMillis = readMillis;
    return slices;
  }

  /** Slices of bytes that came earlier; their time is that of the last growth. */
  List<PendingSlice> late(ByteSource file, List<LineBatch> batches, Round round) {
    return of(file, batches, grownMillis, step(file, round));
  }

  /** Distributes the time span of a read over its batches, by their bytes. */
  private List<PendingSlice> of(
      ByteSource file, List<LineBatch> batches, long since, long toMillis) {
    if (batches.isEmpty()) {
      return List.of();
    }
    SliceOrigin origin = ByteSource.origin(file, name.log().labels());
    SliceOrigin before = origin.found(found);
    long fromMillis = since < 0 ? toMillis : since;
    long first = batches.get(0).offset();
    long total = batches.stream().mapToLong(LineBatch::length).sum();
    double millisPerByte = total == 0 ? 0 : (double) (toMillis - fromMillis) / total;
    String generation = name.id(file, LineBatch.firstText(batches));
    List<PendingSlice> slices = new ArrayList<>(batches.size());
    for (LineBatch batch : batches) {
      lines += batch.lines();
      Slice slice =
          batch.slice(
              generation,
              fromMillis + (long) (millisPerByte * (batch.offset() - first)),
              fromMillis + (long) (millisPerByte * (batch.end() - first)));
      ReadPosition end = new ReadPosition(batch.end(), lines, batch.tail());
      slices.add(new PendingSlice(slice.from(batch.offset() < foundBytes ? before : origin), end));
    }
    return slices;
  }

  /** The birth of a file, where known, or its last change, which a copy may keep: the earlier. */
  private static long oldestMillis(ByteSource file, @Nullable FileStatus status) {
    long bornMillis = file.bornNanos() == 0 ? Long.MAX_VALUE : file.bornNanos() / 1_000_000;
    Long changed = status == null ? null : status.changedMillis();
    return changed == null ? bornMillis : Math.min(bornMillis, changed);
  }

  /** A slice that says that nothing follows the bytes before {@code at}. */
  PendingSlice rest(ByteSource file, byte[] head, ReadPosition at, Round round) {
    long millis = grownMillis < 0 ? step(file, round) : grownMillis;
    Slice slice = Slice.rest(name.id(file, head), at.offset(), millis);
    return new PendingSlice(slice.from(ByteSource.origin(file, name.log().labels())), at);
  }

  Slice missing(String generation, long offset, long bytes) {
    return Slice.lost(generation, offset, bytes, Math.max(0, readMillis));
  }

  /** Number of lines before the next batch. */
  long lines() {
    return lines;
  }
}
