import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Copies what {@code dist/contents} lists into a folder: {@code ROOT FOLDER}. In its pages, a link to a file that is not
 * copied becomes its text.
 */
final class Pages {

  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\((?!https?:|#)([^)#]*)[^)]*\\)");

  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    Path folder = Path.of(arguments[1]);
    List<Path> listed = Files.readAllLines(root.resolve("dist/contents")).stream().map(Path::of).toList();
    for (Path one : listed) {
      try (Stream<Path> files = Files.walk(root.resolve(one))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path name = root.relativize(file);
          Path copy = folder.resolve(name);
          Files.createDirectories(copy.getParent());
          if (name.toString().endsWith(".md")) {
            Files.writeString(copy, page(listed, name, Files.readString(file)));
          } else {
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
          }
        }
      }
    }
  }

  private static String page(List<Path> listed, Path page, String text) {
    return LINK.matcher(text)
        .replaceAll(link -> Matcher.quoteReplacement(isCopied(listed, page, link) ? link.group() : link.group(1)));
  }

  private static boolean isCopied(List<Path> listed, Path page, MatchResult link) {
    Path target = Path.of("/").resolve(page).resolveSibling(link.group(2)).normalize();
    return listed.stream().anyMatch(one -> target.startsWith(Path.of("/").resolve(one)));
  }
}
