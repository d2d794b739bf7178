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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A row of {@code lines.txt}, read forward on the bytes of a line. */
final class XlaRow {

  private static final Pattern COLUMN = Pattern.compile(" \\| ");
  private static final int MAP_WIDTH = 100;
  private static final int MAX_NAME = 81;

  /** A number from which on no more groups of digits are read. */
  private static final long MOST = Long.MAX_VALUE / 10_000;

  private static final String NO_INDENT = "=";

  private static final List<XlaRow> ROWS =
      TextResource.lines(XlaRow.class, "lines.txt").map(XlaRow::new).toList();

  /** The origin of rows: their table by the first byte of a line. */
  static final class Place {

    /** A message behind the allocator's file. */
    static final Place FILE = new Place("file"::equals);

    /** A line of a dump. */
    static final Place DUMP = new Place("dump"::equals);

    /** A line of a report. */
    static final Place REPORT =
        new Place(where -> where.equals(NO_INDENT) || Character.isDigit(where.charAt(0)));

    private final XlaRow[][] byFirst = new XlaRow[1 << Byte.SIZE][];

    private Place(Predicate<String> where) {
      List<XlaRow> rows = ROWS.stream().filter(row -> where.test(row.where)).toList();
      for (int first = 0; first < byFirst.length; first++) {
        List<XlaRow> those = new ArrayList<>();
        for (XlaRow row : rows) {
          if (row.mayBegin((byte) first)) {
            those.add(row);
          }
        }
        byFirst[first] = those.toArray(XlaRow[]::new);
      }
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

    private static final Pattern PIECE = Pattern.compile("\\{(\\w*):?(\\w*)\\}|[!$]|[^{!$]+");

    private static final Piece COMMIT = new Piece(Type.COMMIT, "");

    static List<Piece> all(String text) {
      List<Piece> pieces = new ArrayList<>();
      Matcher piece = PIECE.matcher(text);
      while (piece.find()) {
        pieces.add(of(piece));
      }
      return pieces;
    }

    private static Piece of(Matcher found) {
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
  }

  private final String where;
  private final int indent;

  /** Literals that begin and end its lines, if it has some: few lines of other logs have both. */
  private final byte[] begin;

  private final byte[] end;
  private final Kind kind;
  private final String name;
  private final String reason;
  private final String text;

  /** Made when a line has its begin and end; most logs have none of most rows. */
  private @Nullable List<Piece> pieces;

  private XlaRow(String row) {
    String[] columns = COLUMN.split(row, 4);
    String[] what = columns[1].split(" ", 2);
    where = columns[0];
    indent = Character.isDigit(where.charAt(0)) ? Integer.parseInt(where) : 0;
    kind = Kind.valueOf(what[0].toUpperCase(Locale.ROOT));
    name = what.length == 1 ? "" : what[1];
    reason = columns[2].equals("-") ? "" : columns[2];
    text = columns[3];
    begin = Bytes.of(text.substring(0, tokenAt(text)));
    boolean whole = text.endsWith("$") && text.indexOf('!') < 0;
    end = Bytes.of(whole ? text.substring(text.lastIndexOf('}') + 1, text.length() - 1) : "");
  }

  /** Where the first piece ends that is no token. */
  private static int tokenAt(String text) {
    int at = 0;
    while (at < text.length() && "{!$".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private boolean mayBegin(byte first) {
    if (begin.length > 0) {
      return begin[0] == first;
    }
    String token = text.substring(0, text.indexOf('}') + 1);
    return token.endsWith(":int}")
        ? Bytes.isDigit(first)
        : !token.endsWith(":map}") || first == '*' || first == 'x' || first == '_';
  }

  private List<Piece> pieces() {
    List<Piece> made = pieces;
    if (made == null) {
      made = Piece.all(text);
      pieces = made;
    }
    return made;
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
    List<Piece> pieces = pieces();
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
