package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;

/**
 * The page's files: these and no others, whatever a path says. A client may keep a file, and asks
 * whether it is still the same.
 *
 * @param packed the same bytes by gzip
 * @param version an ETag without its quotes
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are handed on, never compared
record StaticFile(String path, String contentType, byte[] bytes, byte[] packed, String version) {

  private static final String ECHARTS =
      "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.esm.min.js";
  private static final String SCRIPT = "text/javascript;charset=utf-8";
  private static final String STYLE = "text/css;charset=utf-8";
  private static final int VERSION_DIGITS = 16;

  private static final Pattern IMPORT = Pattern.compile("(?m)^import .* from '\\./(.+)';$");

  static List<StaticFile> all() {
    Map<String, StaticFile> modules = new LinkedHashMap<>();
    modules.put("echarts.js", load("/echarts.js", ECHARTS, SCRIPT));
    addModule("start.js", modules);
    return Stream.concat(
            Stream.of(
                load("/", "index.html", "text/html;charset=utf-8"),
                load("/page.css", "page.css", STYLE),
                load("/plan.css", "plan.css", STYLE)),
            modules.values().stream())
        .toList();
  }

  /** A module, and those that it imports. */
  private static void addModule(String name, Map<String, StaticFile> modules) {
    StaticFile module = load("/" + name, name, SCRIPT);
    modules.put(name, module);
    IMPORT
        .matcher(new String(module.bytes(), UTF_8))
        .results()
        .map(imported -> imported.group(1))
        .filter(imported -> !modules.containsKey(imported))
        .forEach(imported -> addModule(imported, modules));
  }

  /** Answers with the file, or that the client's copy of it is still the same. */
  void answer(Exchange exchange) {
    boolean gzip = exchange.gzip();
    String tag = "\"" + version + (gzip ? "-gzip" : "") + "\"";
    exchange.headers().put(HttpHeader.CACHE_CONTROL, "no-cache");
    exchange.headers().put(HttpHeader.VARY, "Accept-Encoding");
    exchange.headers().put(HttpHeader.ETAG, tag);
    if (tag.equals(exchange.header("If-None-Match"))) {
      exchange.send(304, contentType, new byte[0]);
    } else if (gzip) {
      exchange.headers().put(HttpHeader.CONTENT_ENCODING, "gzip");
      exchange.send(200, contentType, packed);
    } else {
      exchange.send(200, contentType, bytes);
    }
  }

  private static StaticFile load(String path, String name, String contentType) {
    try (InputStream file = StaticFile.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing beside " + StaticFile.class);
      }
      byte[] bytes = file.readAllBytes();
      return new StaticFile(path, contentType, bytes, packed(bytes), version(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }

  private static String version(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(hash).substring(0, VERSION_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java without SHA-256", e);
    }
  }
}
