package io.tidemark.sink.page;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * One version of a document, and its writer.
 *
 * @param version the immutable source; two renditions of the same object have the same bytes
 */
record Rendition(Object version, String contentType, Body body) {

  static final String JSON = "application/json;charset=utf-8";

  static Rendition ofPage(Object version, Consumer<JsonGenerator> document) {
    return new Rendition(version, JSON, to -> HarmlessJson.write(to, document));
  }

  /** Streams the document; holds no whole document in memory. */
  @FunctionalInterface
  interface Body {
    void writeTo(OutputStream out) throws IOException;
  }
}
