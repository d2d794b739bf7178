package io.tidemark.ingest.own;

/** Another tailer follows a source of this one: this one must not send anything any more. */
public final class TakenOver extends RuntimeException {

  TakenOver(String sentence) {
    super(sentence);
  }
}
