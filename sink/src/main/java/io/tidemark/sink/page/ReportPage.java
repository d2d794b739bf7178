package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.Sha256;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.snapshot.RunSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /**
   * The compressed documents of a log, as input of {@link #html}.
   *
   * @param more documents that no live page has, by path below {@code api/v1/}, with the run on a
   *     line of its own
   */
  public static byte[] documents(
      BoardSnapshot log, RunSnapshots snapshots, Map<String, Object> more) throws IOException {
    return packed(out -> ReportDocuments.write(new BoardMoment(log, 0), snapshots, more, out));
  }

  /**
   * The same for the runs of several logs whose reports are pages of their own.
   *
   * @param pages by run: the address of its page, relative to this one
   */
  public static byte[] index(BoardSnapshot all, Map<String, String> pages) throws IOException {
    return packed(out -> ReportDocuments.writeIndex(new BoardMoment(all, 0), pages, out));
  }

  private interface Writing {
    void to(OutputStream out) throws IOException;
  }

  private static byte[] packed(Writing documents) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      documents.to(out);
    }
    return bytes.toByteArray();
  }

  /** The names of the page's modules, without the library. */
  static Set<String> modules() {
    return PageBundle.modules(FIRST, ReportPage::text);
  }

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

  private static String style(String index) {
    return SHEET
        .matcher(index)
        .results()
        .map(sheet -> text(sheet.group(1)))
        .collect(Collectors.joining());
  }

  private static String body(List<String> scripts, byte[] documents) {
    // A module has its own scope, as when its parts are loaded one by one.
    return "<script type=\"application/gzip\" id=\"documents\">"
        + Base64.getEncoder().encodeToString(documents)
        + "</script>\n<script>"
        + scripts.get(0)
        + "</script>\n<script type=\"module\">"
        + scripts.get(1)
        + "</script>\n";
  }

  private static String policy(List<String> scripts, String style) {
    return "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
        + scripts.stream().map(ReportPage::hash).collect(Collectors.joining(" "))
        + "; style-src "
        + hash(style)
        + "; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n";
  }

  private static String hash(String text) {
    return "'sha256-"
        + Base64.getEncoder().encodeToString(Sha256.digest().digest(text.getBytes(UTF_8)))
        + "'";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** A browser normalises line ends to one character before it computes the hash. */
  private static String text(String name) {
    return new String(resource(name), UTF_8).replace("\r\n", "\n");
  }

  /** A file of the page, or of a library of its own. */
  static byte[] resource(String name) {
    try (InputStream file = ReportPage.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing beside " + ReportPage.class);
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The page's modules as one script, each in its own function and after its imports:
   *
   * <pre>
   *  import { a } from './x.js';   const { a } = module_x;
   *  export function f() {}        function f() {}  …  return { f };
   * </pre>
   *
   * It supports one-line imports only, exports only before a declaration, and no import cycles.
   */
  static final class PageBundle {

    private static final Pattern IMPORT =
        Pattern.compile("import (\\{ \\w+(?:, \\w+)* }|\\* as echarts) from '\\./([\\w-]+\\.js)';");
    private static final Pattern EXPORT =
        Pattern.compile("export ((?:async function|function|const|class) (\\w+).*)");

    /** A library, available as the global name of its own script. */
    private static final String ECHARTS = "echarts.js";

    private final UnaryOperator<String> modules;
    private final StringBuilder script = new StringBuilder();
    private final Deque<String> onTheWay = new ArrayDeque<>();
    private final Set<String> done = new HashSet<>();

    private PageBundle(UnaryOperator<String> modules) {
      this.modules = modules;
    }

    /**
     * The bundled script of the module {@code first}.
     *
     * @param modules the text of a module by its name
     * @throws IllegalStateException when a module breaks the rules
     */
    static String of(String first, UnaryOperator<String> modules) {
      PageBundle bundle = new PageBundle(modules);
      bundle.add(first);
      return bundle.script.toString();
    }

    /** The module {@code first} and all that it imports, by name. */
    static Set<String> modules(String first, UnaryOperator<String> modules) {
      PageBundle bundle = new PageBundle(modules);
      bundle.add(first);
      return bundle.done;
    }

    private void add(String name) {
      if (name.equals(ECHARTS) || done.contains(name)) {
        return;
      }
      if (onTheWay.contains(name)) {
        throw new IllegalStateException(
            "%s imports itself, by way of %s".formatted(name, onTheWay));
      }
      onTheWay.push(name);
      StringBuilder own = new StringBuilder("const " + scope(name) + " = (() => {\n");
      List<String> exported = new ArrayList<>();
      int number = 0;
      for (String line : modules.apply(name).lines().toList()) {
        number++;
        own.append(scoped(line, exported, name + ", line " + number)).append('\n');
      }
      onTheWay.pop();
      done.add(name);
      script.append(own).append("return { " + String.join(", ", exported) + " };\n})();\n");
    }

    private static String scope(String module) {
      return "module_" + module.replace(".js", "").replace('-', '_');
    }

    private String scoped(String line, List<String> exported, String place) {
      Matcher imported = IMPORT.matcher(line);
      if (imported.matches()) {
        String other = imported.group(2);
        add(other);
        return other.equals(ECHARTS)
            ? ""
            : "const " + imported.group(1) + " = " + scope(other) + ";";
      }
      Matcher declared = EXPORT.matcher(line);
      if (declared.matches()) {
        exported.add(declared.group(2));
        return declared.group(1);
      }
      if (line.startsWith("import") || line.startsWith("export") || line.contains("import(")) {
        throw new IllegalStateException(
            "%s: '%s': want import { a, b } from './x.js'; or export before function, const or class"
                .formatted(place, line));
      }
      return line;
    }

    /** The text of a script, escaped so that nothing in it ends the script element. */
    static String embedded(String script) {
      return script.replace("</script", "<\\/script").replace("<!--", "<\\!--");
    }
  }
}
