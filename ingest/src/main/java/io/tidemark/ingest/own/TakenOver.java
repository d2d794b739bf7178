package io.tidemark.ingest.own;

/** Thrown when another tailer follows a source of this one, which must not send any more. */
public final class TakenOver extends RuntimeException {

  TakenOver(String sentence) {
    super(sentence);
  }
}
