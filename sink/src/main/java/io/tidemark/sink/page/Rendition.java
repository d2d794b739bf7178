package io.tidemark.sink.page;

import java.io.IOException;
import java.io.OutputStream;

/**
 * One version of a document and how it is written.
 *
 * @param version the immutable thing it is written from; two renditions of the same object are the
 *     same bytes
 */
record Rendition(Object version, String contentType, Body body) {

  static final String JSON = "application/json;charset=utf-8";

  /** Writes to the stream as it goes, and keeps no document in memory. */
  @FunctionalInterface
  interface Body {
    void writeTo(OutputStream out) throws IOException;
  }
}
