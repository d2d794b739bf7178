package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.FileShape;
import io.tidemark.ingest.content.FileSource;
import io.tidemark.ingest.generation.Generation;
import io.tidemark.ingest.generation.Source;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Searches the files beside a log for the rest of a cut generation. */
record RestSearch(Followed followed, GenerationStarts starts, CopyJudge judge, Opener opener) {

  private static final Logger LOG = LoggerFactory.getLogger(RestSearch.class);

  /** Attaches the first file that continues the generation, or a longer copy of that file. */
  void attach(Source source, Generation cut, List<FileShape> oldestFirst) throws IOException {
    FileSource best = null;
    for (FileShape sibling : oldestFirst) {
      FileSource file = continuing(source, cut, sibling);
      if (file != null && (best == null || holds(file, best))) {
        ByteSource.close(best);
        best = file;
      } else {
        ByteSource.close(file);
      }
    }
    if (best != null) {
      String path = TerminalText.of(best.path().toString());
      LOG.info("{}: its rest is read from {}", source.name(), path);
      if (!starts.goOnIn(source, cut, best)) {
        ByteSource.close(best);
      }
    }
  }

  private static boolean holds(FileSource file, FileSource other) {
    try {
      return file.beginsWith(other);
    } catch (IOException e) {
      LOG.debug("{} cannot be compared", file.path(), e);
      return false;
    }
  }

  private @Nullable FileSource continuing(Source source, Generation cut, FileShape sibling) {
    boolean free = !followed.isRead(sibling.fileKey()) && sibling.sizeBytes() > 0;
    FileSource file = free ? opener.openIfThere(source.home(), sibling.path()) : null;
    try {
      return file != null && file.offer(its -> judge.continues(source, cut, its)) ? file : null;
    } catch (IOException e) {
      opener.complain(sibling.path(), e);
      return null;
    }
  }
}
