package io.tidemark.sink.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The page's files: these and no others, whatever a path says. */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
record StaticFile(String path, String contentType, byte[] bytes) {

  static List<StaticFile> all() {
    return List.of(
        load("/", "index.html", "text/html;charset=utf-8"),
        script("parts.js"),
        script("training.js"),
        script("page.js"),
        script("load.js"),
        load("/page.css", "page.css", "text/css;charset=utf-8"));
  }

  private static StaticFile script(String name) {
    return load("/" + name, name, "text/javascript;charset=utf-8");
  }

  private static StaticFile load(String path, String name, String contentType) {
    try (InputStream file = StaticFile.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing beside " + StaticFile.class);
      }
      return new StaticFile(path, contentType, file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
