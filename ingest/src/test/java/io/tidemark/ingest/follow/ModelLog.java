package io.tidemark.ingest.follow;

import io.tidemark.ingest.content.KnownContent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A model of a folder of logs, as writers and rotators know it, beside the real folder. Each line
 * is numbered. Only a line that was truncated before any copy held it may be lost, since nobody can
 * guarantee it.
 */
final class ModelLog {

  /** One generation, identified by its content and not by its name. */
  static final class WrittenFile {
    private final List<String> lines = new ArrayList<>();
    private String unfinished = "";
    private int copied;
    private boolean hasCopy;

    /** Number of lines that were written before it was rotated. */
    private int onTime;
  }

  private final Random random;
  private final Scene scene;
  private final boolean banner;
  private final List<WrittenFile> files = new ArrayList<>();
  private final List<WrittenFile> gone = new ArrayList<>();
  private final Map<String, WrittenFile> byName = new HashMap<>();

  /** By path of a log: the files that were rotated there, in order. */
  private final Map<String, List<WrittenFile>> rotatedAt = new TreeMap<>();

  private final Set<String> excused = new HashSet<>();
  private final Set<String> lateOnes = new HashSet<>();
  private final List<String> copies = new ArrayList<>();
  private final Set<String> unfinished = new HashSet<>();
  private int written;
  private int rotated;

  ModelLog(Random random, Scene scene) {
    this.random = random;
    this.scene = scene;
    this.banner = random.nextInt(4) == 0;
  }

  List<WrittenFile> files() {
    return files;
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  boolean hasLine(String name) {
    WrittenFile file = byName.get(name);
    return file != null && !file.lines.isEmpty();
  }

  /** Appends lines; the last character of each shows that it is complete. */
  String append(String name, boolean whole) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      text.append("line ").append(written++).append("-".repeat(random.nextInt(60))).append("$\n");
    }
    if (!whole) {
      text.setLength(1 + random.nextInt(text.length() - 1));
    }
    return append(name, text.toString());
  }

  /** Appends a JSON object without a line end. */
  String appendObject(String name) {
    return append(name, "{\"line %d\": [{}]}".formatted(written++));
  }

  private String append(String name, String lines) {
    WrittenFile file = byName.computeIfAbsent(name, n -> begin());
    String text = lines;
    if (file.unfinished.endsWith("}")) {
      text = '\n' + lines;
    } else if (banner && file.lines.isEmpty() && file.unfinished.isEmpty()) {
      text = "the same banner\n".repeat(1 + random.nextInt(3)) + lines;
    }
    scene.write(name, text);
    String all = file.unfinished + text;
    int end = all.lastIndexOf('\n') + 1;
    all.substring(0, end).lines().forEach(file.lines::add);
    file.unfinished = all.substring(end);
    unfinished.add(file.unfinished);
    return "append " + name + " " + text.length();
  }

  private WrittenFile begin() {
    WrittenFile file = new WrittenFile();
    files.add(file);
    return file;
  }

  /** Renames the log; its writer may still append to it. */
  String rename(String name, String to) {
    WrittenFile file = byName.remove(name);
    String now = to.formatted(rotated++);
    scene.move(name, now);
    byName.put(now, file);
    rotated(name, file);
    lateOnes.add(now);
    return "rename " + name + " " + now;
  }

  /** Whether a tailer has stored that it read the log to its end, and so much that it is known. */
  boolean endsWithItsPosition(String name) {
    String home = scene.path(name).toUri().toString();
    long size = scene.size(name);
    return size >= KnownContent.DISTINCTIVE_BYTES
        && scene.outlet.positions.values().stream()
            .anyMatch(p -> home.equals(p.file().uri()) && p.offset() == size && !p.ended());
  }

  /**
   * Writes another file with the content of the log and a line more, and renames it to its path.
   */
  String replace(String name) {
    scene.copy(name, ".tmp");
    WrittenFile file = byName.remove(name);
    byName.put(".tmp", file);
    append(".tmp", true);
    byName.remove(".tmp");
    byName.put(name, file);
    scene.replace(name, "");
    return "replace " + name;
  }

  /** Moves the log where no tailer looks, while none runs; lines that did not arrive are lost. */
  String moveAway(String name, String to) {
    WrittenFile file = byName.remove(name);
    Set<String> arrived = new HashSet<>(scene.received().joined());
    file.lines.stream().filter(line -> !arrived.contains(line)).forEach(excused::add);
    if (!file.hasCopy) {
      gone.add(file);
    }
    String now = to + rotated++;
    scene.move(name, now);
    return "move away " + name + " " + now;
  }

  /**
   * Whether a log was moved away whose beginning has arrived, and its end has not. A copy of what
   * was read counts as the whole log.
   */
  boolean lostWhileDown(Collection<String> arrived) {
    return gone.stream()
        .map(this::lines)
        .anyMatch(
            lines -> lines.stream().anyMatch(arrived::contains) && !arrived.containsAll(lines));
  }

  /** Whether a last line without its end is held and not closed, behind enough whole lines. */
  boolean mayChangeItsEnd(String name) {
    WrittenFile file = byName.get(name);
    return file != null
        && !file.unfinished.isEmpty()
        && !file.unfinished.endsWith("}")
        && scene.size(name) - file.unfinished.length() >= KnownContent.DISTINCTIVE_BYTES
        && !scene.received().unterminated().contains(file.unfinished);
  }

  /** Its writer takes the unfinished line back, or writes it anew in place. */
  String changeEnd(String name) {
    WrittenFile file = byName.get(name);
    long whole = scene.size(name) - file.unfinished.length();
    if (random.nextBoolean()) {
      scene.shorten(name, whole);
      file.unfinished = "";
      return "take back " + name;
    }
    file.unfinished = "%d".formatted(written++).repeat(file.unfinished.length());
    scene.overwrite(name, whole, file.unfinished);
    unfinished.add(file.unfinished);
    return "rewrite end " + name;
  }

  /**
   * Appends lines of which a part is NUL bytes first: the last ones, or some that others follow.
   *
   * @param looks what happens before the text comes
   */
  String appendUnwritten(String name, Runnable looks) {
    int last = 1 + random.nextInt(3);
    append(name, random.nextBoolean());
    if (byName.get(name).unfinished.endsWith("}")) {
      append(name, "\n");
    }
    long at = scene.size(name);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < last; i++) {
      text.append("line ").append(written++).append("-".repeat(64)).append("$\n");
    }
    String late = text.toString();
    String after = random.nextBoolean() ? "line %d$\n".formatted(written++) : "";
    scene.overwrite(name, at, "\0".repeat(late.length()) + after);
    looks.run();
    scene.overwrite(name, at, late);
    WrittenFile file = byName.get(name);
    (file.unfinished + late + after).lines().forEach(file.lines::add);
    file.unfinished = "";
    return "unwritten " + name + " " + at + " " + late.length() + " " + after.length();
  }

  /**
   * Rewrites a copy in place with the same content.
   *
   * @param looks what happens while it is empty
   */
  String rewriteCopy(Runnable looks) {
    if (copies.isEmpty()) {
      return "";
    }
    String name = copies.get(random.nextInt(copies.size()));
    String text = scene.text(name);
    scene.rewrite(name, "");
    looks.run();
    scene.rewrite(name, text);
    return "rewrite copy " + name;
  }

  /** Appends to a renamed file. */
  String appendLate() {
    if (lateOnes.isEmpty()) {
      return "";
    }
    List<String> names = new ArrayList<>(lateOnes);
    names.sort(null);
    return append(names.get(random.nextInt(names.size())), true);
  }

  /** The first half of copytruncate, or a backup. */
  String copy(String name, String to) {
    WrittenFile file = byName.get(name);
    String now = to.formatted(rotated++);
    scene.copy(name, now);
    file.copied = file.lines.size();
    file.hasCopy = true;
    copies.add(now);
    return "copy " + name + " " + now;
  }

  /** The second half, or a truncation without a copy. */
  String cut(String name) {
    WrittenFile file = byName.get(name);
    Set<String> arrived = new HashSet<>(scene.received().joined());
    file.lines.stream()
        .skip(file.copied)
        .filter(line -> !arrived.contains(line))
        .forEach(excused::add);
    scene.rewrite(name, "");
    rotated(name, file);
    byName.put(name, begin());
    return "cut " + name;
  }

  private void rotated(String name, WrittenFile file) {
    file.onTime = file.lines.size();
    rotatedAt.computeIfAbsent(name, n -> new ArrayList<>()).add(file);
  }

  /** For each log: the numbers of the lines that were written before each rotation, in order. */
  List<List<List<String>>> rotations() {
    return rotatedAt.values().stream()
        .map(files -> files.stream().map(this::numbers).toList())
        .toList();
  }

  private List<String> numbers(WrittenFile file) {
    return file.lines.subList(0, file.onTime).stream()
        .filter(line -> isNumbered(line) && !excused.contains(line))
        .map(line -> line.replaceAll(".*line (\\d+).*", "$1"))
        .toList();
  }

  /** The text after the last line end of a log; may be empty. */
  String unfinished(String name) {
    WrittenFile file = byName.get(name);
    return file == null ? "" : file.unfinished;
  }

  /** Whether a file ended in this text after its last line end. */
  boolean wasUnfinished(String text) {
    return unfinished.contains(text);
  }

  /** The lines of a file that must have arrived. */
  List<String> required(WrittenFile file) {
    return file.lines.stream().filter(l -> isNumbered(l) && !excused.contains(l)).toList();
  }

  /** All complete lines of the file. */
  List<String> lines(WrittenFile file) {
    return file.lines.stream().filter(ModelLog::isNumbered).toList();
  }

  static boolean isNumbered(String line) {
    return line.contains("line ");
  }
}
