package io.tidemark.analysis.system.xla;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.XlaLine.Kind;
import io.tidemark.model.TextResource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** A row of {@code lines.txt}, read forward on the bytes of a line. */
final class XlaRow {

  private static final Pattern PIECE = Pattern.compile("\\{(\\w*):?(\\w*)\\}|[!$]|[^{!$]+");
  private static final int MAP_WIDTH = 100;
  private static final int MAX_NAME = 81;

  /** A number from which on no more groups of digits are read. */
  private static final long MOST = Long.MAX_VALUE / 10_000;

  private static final String NO_INDENT = "=";

  /** The origin of rows: their table by the first byte of a line. */
  static final class Place {

    /** A message behind the allocator's file. */
    static final Place FILE = new Place("file");

    /** A line of a dump. */
    static final Place DUMP = new Place("dump");

    /** A line of a report. */
    static final Place REPORT = new Place("=|\\d");

    private final XlaRow[][] byFirst;

    private Place(String where) {
      byFirst = byFirst(where);
    }
  }

  private enum Type {
    LITERAL,
    /** Begin of what rejects the line where it breaks. */
    COMMIT,
    END,
    SIZE,
    INT,
    WORD,
    /** Up to the next literal; the rest of the line if there is none. */
    TEXT,
    MAP,
    /**
     * The text from the row's begin up to its size, which ends the line or stands before a remark.
     */
    PART
  }

  /**
   * @param text of a literal; name of a token, empty if it is dropped
   */
  private record Piece(Type type, String text) {

    private static final Piece COMMIT = new Piece(Type.COMMIT, "");

    static Piece of(Matcher found) {
      String type = found.group(2);
      return switch (found.group()) {
        case "!" -> COMMIT;
        case "$" -> new Piece(Type.END, "");
        default ->
            type == null
                ? new Piece(Type.LITERAL, found.group())
                : new Piece(
                    type.isEmpty() ? Type.SIZE : Type.valueOf(type.toUpperCase(Locale.ROOT)),
                    found.group(1));
      };
    }

    private byte[] literal() {
      return Bytes.of(type == Type.LITERAL ? text : "");
    }
  }

  private final String where;
  private final int indent;

  /** Literals that begin and end its lines, if it has some: few lines of other logs have both. */
  private final byte[] begin;

  private final byte[] end;
  private final Kind kind;
  private final String name;
  private final String reason;
  private final List<Piece> pieces = new ArrayList<>();

  private XlaRow(String row) {
    String[] columns = row.split(" \\| ", 4);
    String[] what = columns[1].split(" ", 2);
    where = columns[0];
    indent = Character.isDigit(where.charAt(0)) ? Integer.parseInt(where) : 0;
    kind = Kind.valueOf(what[0].toUpperCase(Locale.ROOT));
    name = what.length == 1 ? "" : what[1];
    reason = columns[2].equals("-") ? "" : columns[2];
    Matcher piece = PIECE.matcher(columns[3]);
    while (piece.find()) {
      pieces.add(Piece.of(piece));
    }
    int last = pieces.size() - 1;
    boolean whole = pieces.get(last).type == Type.END && !pieces.contains(Piece.COMMIT);
    begin = pieces.get(0).literal();
    end = whole ? pieces.get(last - 1).literal() : new byte[0];
  }

  private static XlaRow[][] byFirst(String where) {
    List<XlaRow> rows =
        TextResource.lines(XlaRow.class, "lines.txt")
            .map(XlaRow::new)
            .filter(row -> row.where.matches(where))
            .toList();
    return IntStream.range(0, 1 << Byte.SIZE)
        .mapToObj(
            first -> rows.stream().filter(row -> row.mayBegin((byte) first)).toArray(XlaRow[]::new))
        .toArray(XlaRow[][]::new);
  }

  private boolean mayBegin(byte first) {
    Piece head = pieces.get(0);
    return switch (head.type) {
      case LITERAL -> head.text.charAt(0) == first;
      case INT -> Bytes.isDigit(first);
      case MAP -> first == '*' || first == 'x' || first == '_';
      default -> true;
    };
  }

  /**
   * Reads a line from its cursor on.
   *
   * @param indent columns before the cursor
   */
  static Parsed read(Place place, XlaLogLine line, int indent) {
    Parsed parsed = Ignored.IGNORED;
    XlaRow[] rows = place.byFirst[line.bytes[line.cursor.at] & 0xff];
    for (int i = 0; i < rows.length && parsed == Ignored.IGNORED; i++) {
      boolean mayBe = rows[i].mayBe(line.bytes, line.cursor.at, line.end, indent);
      parsed = mayBe ? rows[i].read(line) : parsed;
    }
    return parsed;
  }

  /** Whether a row may read the text {@code bytes[at, to)}: those of most other logs have none. */
  static boolean mayRead(Place place, byte[] bytes, int at, int to, int indent) {
    for (XlaRow row : place.byFirst[bytes[at] & 0xff]) {
      if (row.mayBe(bytes, at, to, indent)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayBe(byte[] bytes, int at, int to, int columns) {
    return columns >= indent
        && (columns == 0 || !where.equals(NO_INDENT))
        && Bytes.startsWith(bytes, at, to, begin)
        && Bytes.endsWith(bytes, at, to, end);
  }

  private Parsed read(XlaLogLine line) {
    Cursor cursor = line.cursor;
    int from = cursor.at;
    String thread = kind.isOfAllocator() ? line.thread() : "";
    XlaLine read = new XlaLine(kind, name, thread, new LinkedHashMap<>(), new LinkedHashMap<>());
    boolean committed = false;
    cursor.tooLarge = false;
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      String next = i + 1 < pieces.size() ? pieces.get(i + 1).text : "";
      committed |= piece.type == Type.COMMIT;
      if (!reads(piece, next, line, from, read)) {
        boolean breaks = committed || (cursor.tooLarge && !reason.isEmpty());
        cursor.at = from;
        return breaks ? line.rejected(reason) : Ignored.IGNORED;
      }
    }
    read.words().remove("");
    read.figures().remove("");
    return read;
  }

  private static boolean reads(Piece piece, String next, XlaLogLine line, int from, XlaLine read) {
    Cursor cursor = line.cursor;
    return switch (piece.type) {
      case COMMIT -> true;
      case LITERAL -> cursor.accept(piece.text);
      case END -> line.atEnd();
      case SIZE, INT -> {
        cursor.skipBlanks();
        long figure = piece.type == Type.SIZE ? Sizes.read(cursor) : number(cursor);
        read.figures().put(piece.text, figure);
        yield figure != Sizes.NONE;
      }
      case PART -> part(piece.text, line, from, read);
      default -> {
        int to = textEnd(piece.type, next, line);
        read.words().put(piece.text, cursor.text(Math.max(cursor.at, to)));
        cursor.at = Math.max(cursor.at, to);
        yield to >= 0;
      }
    };
  }

  /** Reads a number, also in groups of digits; {@link Sizes#NONE} if there is none. */
  private static long number(Cursor cursor) {
    long number = cursor.number();
    while (number >= 0
        && number < MOST
        && cursor.at + 1 < cursor.end
        && ", ".indexOf(cursor.bytes[cursor.at]) >= 0
        && Bytes.isDigit(cursor.bytes[cursor.at + 1])) {
      cursor.at++;
      long group = cursor.number(3);
      number = group < 0 ? -1 : number * 1000 + group;
    }
    return number < 0 ? Sizes.NONE : number;
  }

  /** Returns the end of a text at the cursor; −1 if it is not there. */
  private static int textEnd(Type type, String next, XlaLogLine line) {
    Cursor cursor = line.cursor;
    int most = Math.min(line.end, cursor.at + XlaLogLine.MAX_TEXT);
    cursor.broke = line.end;
    return switch (type) {
      case WORD -> cursor.wordEnd() > cursor.at ? Math.min(most, cursor.wordEnd()) : -1;
      case MAP -> line.end - cursor.at == MAP_WIDTH ? line.end : -1;
      default -> next.isEmpty() ? most : Bytes.indexOf(line.bytes, cursor.at, most, Bytes.of(next));
    };
  }

  private static boolean part(String name, XlaLogLine line, int from, XlaLine read) {
    Cursor cursor = line.cursor;
    int most = Math.min(line.end, from + MAX_NAME + 1);
    for (int at = cursor.at; at < most; at++) {
      if (Bytes.isBlank(line.bytes[at]) && !Bytes.isBlank(line.bytes[at - 1])) {
        cursor.at = at;
        cursor.skipBlanks();
        boolean unknown = cursor.accept("unknown size");
        long size = unknown ? -1 : Sizes.read(cursor);
        boolean whole = size != Sizes.NONE && !Bytes.isDigit(line.bytes[cursor.at - 1]);
        if (whole && (line.atEnd() || cursor.accept(" ("))) {
          read.words().put(name, Bytes.text(line.bytes, from, at));
          read.figures().put("bytes", size);
          return true;
        }
      }
    }
    return false;
  }
}
