package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.RunSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * The page as one file: its modules, style and library, with the documents of one log inlined. It
 * opens from disk and loads nothing; its own policy lets no other script run.
 */
public final class ReportPage {

  private static final String FIRST = "start.js";
  private static final String LIBRARY =
      "/META-INF/resources/_static/echarts/6.0.0/dist/echarts.min.js";
  private static final Pattern TITLE = Pattern.compile("<title>[^<]*</title>");
  private static final Pattern LINKED =
      Pattern.compile(
          "<link [^>]*>\\R?|<script [^>]*></script>\\R?|<footer>.*?</footer>\\R?", Pattern.DOTALL);

  private static final Pattern SHEET =
      Pattern.compile("<link rel=\"stylesheet\" href=\"([\\w-]+\\.css)\">");

  private ReportPage() {}

  /** The compressed documents of a log, as input of {@link #html}. */
  public static byte[] documents(BoardSnapshot log, RunSnapshots snapshots) throws IOException {
    return documents(log, snapshots, Map.of());
  }

  /**
   * The same with documents that no live page has.
   *
   * @param more documents by path below {@code api/v1/}, with the run on a line of its own
   */
  public static byte[] documents(
      BoardSnapshot log, RunSnapshots snapshots, Map<String, Object> more) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      ReportDocuments.write(new BoardMoment(log, 0), snapshots, more, out);
    }
    return bytes.toByteArray();
  }

  /** Whether this build's page consists of modules; only such a page can become one file. */
  public static boolean available() {
    return ReportPage.class.getResource(FIRST) != null;
  }

  /** The whole page. */
  public static String html(String title, byte[] documents) {
    String index = text("index.html");
    String style = style(index);
    List<String> scripts =
        List.of(
            PageBundle.embedded(text(LIBRARY)),
            PageBundle.embedded(PageBundle.of(FIRST, ReportPage::text)));
    String page = LINKED.matcher(index).replaceAll("");
    page =
        TITLE
            .matcher(page)
            .replaceFirst(
                Matcher.quoteReplacement(
                    policy(scripts, style)
                        + "<title>"
                        + escaped(title)
                        + "</title>\n<style>"
                        + style
                        + "</style>"));
    return page.replace("</body>", body(scripts, documents) + "</body>");
  }

  /** All stylesheets that the page links to. */
  private static String style(String index) {
    StringBuilder style = new StringBuilder();
    Matcher sheet = SHEET.matcher(index);
    while (sheet.find()) {
      style.append(text(sheet.group(1)));
    }
    return style.toString();
  }

  private static String body(List<String> scripts, byte[] documents) {
    StringBuilder body = new StringBuilder();
    body.append("<script type=\"application/gzip\" id=\"documents\">")
        .append(Base64.getEncoder().encodeToString(documents))
        .append("</script>\n");
    body.append("<script>").append(scripts.get(0)).append("</script>\n");
    // A module has its own scope, as when its parts are loaded one by one.
    body.append("<script type=\"module\">").append(scripts.get(1)).append("</script>\n");
    return body.toString();
  }

  private static String policy(List<String> scripts, String style) {
    List<String> hashes = new ArrayList<>();
    scripts.forEach(script -> hashes.add(hash(script)));
    return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
        + String.join(" ", hashes)
        + "; style-src "
        + hash(style)
        + "; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n";
  }

  private static String hash(String text) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(sum) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** A browser normalises line ends to one character before it computes the hash. */
  private static String text(String name) {
    try (InputStream file = ReportPage.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing beside " + ReportPage.class);
      }
      return new String(file.readAllBytes(), UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
