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
import org.jspecify.annotations.Nullable;

/**
 * The page's files; no other file is served, whatever the path. A client may cache a file and
 * revalidates it. A file is compressed at its first request, since most watches have no reader.
 */
final class StaticFile {

  private static final String ECHARTS =
      "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.esm.min.js";
  private static final String SCRIPT = "text/javascript;charset=utf-8";
  private static final String STYLE = "text/css;charset=utf-8";
  private static final int VERSION_DIGITS = 16;

  private static final Pattern IMPORT = Pattern.compile("(?m)^import .* from '\\./(.+)';$");

  private final String path;
  private final String resource;
  private final String contentType;
  private @Nullable Packed packed;

  private StaticFile(String path, String resource, String contentType) {
    this.path = path;
    this.resource = resource;
    this.contentType = contentType;
  }

  /**
   * @param bytes the file by gzip
   * @param version an ETag without its quotes
   */
  @SuppressWarnings("ArrayRecordComponent") // the bytes are passed on, never compared
  private record Packed(byte[] bytes, String version) {

    static Packed of(byte[] file) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
        gzip.write(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new Packed(packed.toByteArray(), hash(file));
    }
  }

  static List<StaticFile> all() {
    Map<String, StaticFile> modules = new LinkedHashMap<>();
    modules.put("echarts.js", new StaticFile("/echarts.js", ECHARTS, SCRIPT));
    addModule("start.js", modules);
    return Stream.concat(
            Stream.of(
                new StaticFile("/", "index.html", "text/html;charset=utf-8"),
                new StaticFile("/page.css", "page.css", STYLE),
                new StaticFile("/plan.css", "plan.css", STYLE)),
            modules.values().stream())
        .toList();
  }

  /** Adds a module and its imports. */
  private static void addModule(String name, Map<String, StaticFile> modules) {
    StaticFile module = new StaticFile("/" + name, name, SCRIPT);
    modules.put(name, module);
    IMPORT
        .matcher(new String(module.bytes(), UTF_8))
        .results()
        .map(imported -> imported.group(1))
        .filter(imported -> !modules.containsKey(imported))
        .forEach(imported -> addModule(imported, modules));
  }

  /** The path at which it is served. */
  String path() {
    return path;
  }

  /** Answers with the file, or that the client's copy is still valid. */
  void answer(Exchange exchange) {
    boolean gzip = exchange.gzip();
    Packed file = packed();
    String tag = "\"" + file.version() + (gzip ? "-gzip" : "") + "\"";
    exchange.headers().put(HttpHeader.CACHE_CONTROL, "no-cache");
    exchange.headers().put(HttpHeader.VARY, "Accept-Encoding");
    exchange.headers().put(HttpHeader.ETAG, tag);
    if (tag.equals(exchange.header("If-None-Match"))) {
      exchange.send(304, contentType, new byte[0]);
    } else if (gzip) {
      exchange.headers().put(HttpHeader.CONTENT_ENCODING, "gzip");
      exchange.send(200, contentType, file.bytes());
    } else {
      exchange.send(200, contentType, bytes());
    }
  }

  private synchronized Packed packed() {
    Packed known = packed;
    if (known == null) {
      known = Packed.of(bytes());
      packed = known;
    }
    return known;
  }

  private byte[] bytes() {
    try (InputStream file = StaticFile.class.getResourceAsStream(resource)) {
      if (file == null) {
        throw new IllegalStateException(resource + " is missing beside " + StaticFile.class);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(hash).substring(0, VERSION_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java without SHA-256", e);
    }
  }
}
