package io.tidemark.analysis.message;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.model.TextResource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the file {@code lines.txt} beside a system's classes, each the text of a line of one of
 * its blocks. Such lines are too many for the patterns of messages, and most of their texts could
 * stand in any log. The first row that a line agrees with reads it, forward on its bytes. Columns:
 *
 * <ul>
 *   <li>where such lines stand: a word of the system, or the least indent, of which a TAB is eight;
 *       {@code =} is none
 *   <li>its kind, behind a {@code *} if a logger writes such lines, and the name of what it states
 *   <li>why a line is rejected that ceases to agree behind {@code !}, or states a larger size than
 *       any memory has; {@code -} if it is another line then
 *   <li>its text: {@code {name}} is a size and {@code {name:type}} a token of another type, which
 *       is dropped without a name; {@code $} is the end
 * </ul>
 *
 * Types: {@code int} a number, maybe in groups of digits; {@code mib} a signed figure in MiB;
 * {@code word}; {@code token} up to the next blank, of at most 32 bytes; {@code text} up to the
 * next literal, or all that is left; {@code map} a hundred signs; {@code part} a name from the
 * row's begin up to its size.
 */
public final class LineRows {

  /** Limit of a text in bytes. */
  public static final int MAX_TEXT = 4096;

  private static final Pattern COLUMN = Pattern.compile(" \\| ");

  private static final Pattern PIECE =
      Pattern.compile("\\{([+^]?\\w*):?(\\w*)\\}(?=([^{!$]*))|[!$]|[^{!$]+");

  /** Digits of a figure in MiB: no memory needs more. */
  private static final int MAX_DIGITS = 7;

  private static final int MAX_DECIMALS = 6;
  private static final int MAX_TOKEN = 32;
  private static final int MAP_WIDTH = 100;
  private static final int MAX_NAME = 81;

  /** A number from which on no more groups of digits are read. */
  private static final long MOST = Long.MAX_VALUE / 10_000;

  private static final String NO_INDENT = "=";

  private final Row[][] byFirst = new Row[1 << Byte.SIZE][];
  private final List<String> begins;

  /**
   * Reads the rows of a place.
   *
   * @param beside a class of the system
   * @param where pattern of the first column
   */
  public LineRows(Class<?> beside, String where) {
    Pattern place = Pattern.compile(where);
    List<Row> rows =
        TextResource.lines(beside, "lines.txt")
            .map(line -> COLUMN.split(line, 4))
            .filter(columns -> place.matcher(columns[0]).matches())
            .map(Row::new)
            .toList();
    begins = rows.stream().map(row -> row.begin).toList();
    for (int first = 0; first < byFirst.length; first++) {
      List<Row> those = new ArrayList<>();
      for (Row row : rows) {
        if (row.firsts.isEmpty() || row.firsts.indexOf(first) >= 0) {
          those.add(row);
        }
      }
      byFirst[first] = those.toArray(Row[]::new);
    }
  }

  /** Makes all rows, not only those that lines meet; throws where one is wrong. */
  void compile() {
    for (Row[] rows : byFirst) {
      for (Row row : rows) {
        row.pieces();
      }
    }
  }

  /** The literals that begin the rows, in their order; empty where a token does. */
  public List<String> begins() {
    return begins;
  }

  /**
   * Reads a line from its cursor on.
   *
   * @param indent columns before the cursor
   */
  public Parsed read(RowCursor line, int indent) {
    Parsed parsed = Ignored.IGNORED;
    Row[] rows = byFirst[line.bytes[line.at] & 0xff];
    for (int i = 0; i < rows.length && parsed == Ignored.IGNORED; i++) {
      boolean mayBe = mayBe(rows[i], line.bytes, line.at, line.end, indent);
      parsed = mayBe ? rows[i].read(line) : parsed;
    }
    return parsed;
  }

  /** Whether a row may read the text {@code bytes[at, to)}: those of most other logs have none. */
  public boolean mayRead(byte[] bytes, int at, int to, int indent) {
    for (Row row : byFirst[bytes[at] & 0xff]) {
      if (mayBe(row, bytes, at, to, indent)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayBe(Row row, byte[] bytes, int at, int to, int columns) {
    return columns >= row.indent
        && (columns == 0 || row.indented)
        && Bytes.startsWith(bytes, at, to, row.first)
        && Bytes.endsWith(bytes, at, to, row.end);
  }

  /** A literal or a token of a row. */
  private interface Piece {
    /**
     * Reads on from the line's cursor; {@code false} if it is not there.
     *
     * @param from where the row begins
     */
    boolean reads(RowCursor line, int from, RowFact into);
  }

  /**
   * The pieces of a row.
   *
   * @param committed number of pieces behind which the line is rejected where it breaks
   */
  private record Pieces(List<Piece> all, int committed) {}

  private static final class Row {

    private final boolean indented;
    private final int indent;
    private final boolean logged;
    private final String kind;
    private final String name;
    private final String reason;
    private final String firsts;
    private final String text;

    /** Made when a line has its begin and end: most logs have none of most rows. */
    private @Nullable Pieces pieces;

    /** Literals that begin and end its lines, if it has some: few lines of other logs have both. */
    private final String begin;

    private final byte[] first;
    private final byte[] end;

    Row(String[] columns) {
      String[] what = columns[1].split(" ", 2);
      indented = !columns[0].equals(NO_INDENT);
      indent = Character.isDigit(columns[0].charAt(0)) ? Integer.parseInt(columns[0]) : 0;
      logged = what[0].startsWith("*");
      kind = what[0].substring(logged ? 1 : 0);
      name = what.length == 1 ? "" : what[1];
      reason = columns[2].equals("-") ? "" : columns[2];
      text = columns[3];
      firsts = firsts(text);
      int literal = 0;
      while (literal < text.length() && "{!$".indexOf(text.charAt(literal)) < 0) {
        literal++;
      }
      begin = text.substring(0, literal);
      first = Bytes.of(begin);
      boolean whole = text.endsWith("$") && text.indexOf('!') < 0;
      end = Bytes.of(whole ? text.substring(text.lastIndexOf('}') + 1, text.length() - 1) : "");
    }

    /** Threads may make the same ones side by side. */
    private Pieces pieces() {
      Pieces made = pieces;
      if (made == null) {
        List<Piece> all = new ArrayList<>();
        int committed = Integer.MAX_VALUE;
        Matcher piece = PIECE.matcher(text);
        while (piece.find()) {
          if (piece.group().equals("!")) {
            committed = all.size();
          } else {
            all.add(piece(piece));
          }
        }
        made = new Pieces(List.copyOf(all), committed);
        pieces = made;
      }
      return made;
    }

    private static Piece piece(Matcher found) {
      String name = found.group(1);
      if (name == null) {
        String literal = found.group();
        return literal.equals("$")
            ? (line, from, into) -> line.atEnd()
            : (line, from, into) -> line.accept(literal);
      }
      byte[] next = Bytes.of(found.group(3));
      return switch (found.group(2)) {
        case "", "size" -> (line, from, into) -> into.add(name, size(line));
        case "int" -> (line, from, into) -> into.add(name, number(line));
        case "mib" -> (line, from, into) -> into.add(name, mib(line));
        case "word" -> (line, from, into) -> into.add(name, text(line, wordEnd(line)));
        case "token" -> (line, from, into) -> into.add(name, text(line, tokenEnd(line)));
        case "text" -> (line, from, into) -> into.add(name, text(line, textEnd(line, next)));
        case "map" -> (line, from, into) -> into.add(name, text(line, mapEnd(line)));
        case "part" -> (line, from, into) -> part(name, line, from, into);
        default -> throw new IllegalArgumentException("no type: " + found.group());
      };
    }

    /** The signs that may begin its lines; empty for any. */
    private static String firsts(String text) {
      String token = text.substring(0, text.indexOf('}') + 1);
      return text.charAt(0) != '{'
          ? text.substring(0, 1)
          : token.endsWith(":int}") ? "0123456789" : token.endsWith(":map}") ? "*x_" : "";
    }

    private Parsed read(RowCursor line) {
      int from = line.at;
      RowFact read = new RowFact(line.format, kind, name, logged ? line.writer() : null);
      line.tooLarge = false;
      Pieces made = pieces();
      List<Piece> all = made.all;
      int at = 0;
      while (at < all.size() && all.get(at).reads(line, from, read)) {
        at++;
      }
      if (at == all.size()) {
        return read;
      }
      boolean breaks = at >= made.committed || (line.tooLarge && !reason.isEmpty());
      line.at = from;
      return breaks ? line.rejected(reason) : Ignored.IGNORED;
    }

    private static long size(Cursor line) {
      line.skipBlanks();
      return Sizes.read(line);
    }

    private static long number(Cursor line) {
      line.skipBlanks();
      long number = line.number();
      while (number >= 0
          && number < MOST
          && line.at + 1 < line.end
          && ", ".indexOf(line.bytes[line.at]) >= 0
          && Bytes.isDigit(line.bytes[line.at + 1])) {
        line.at++;
        long group = line.number(3);
        number = group < 0 ? -1 : number * 1000 + group;
      }
      return number < 0 ? Sizes.NONE : number;
    }

    private static long mib(Cursor line) {
      boolean negative = line.accept("-");
      if (!negative) {
        line.accept("+");
      }
      long figure = line.number(MAX_DIGITS);
      if (figure < 0) {
        return Sizes.NONE;
      }
      double scale = 1;
      if (line.accept(".")) {
        int from = line.at;
        long decimals = line.number(MAX_DECIMALS);
        if (decimals < 0) {
          return Sizes.NONE;
        }
        scale = Math.pow(10, line.at - from);
        figure = figure * (long) scale + decimals;
      }
      return Math.round((negative ? -figure : figure) / scale * (1 << 20));
    }

    private static int most(Cursor line) {
      return Math.min(line.end, line.at + MAX_TEXT);
    }

    private static int wordEnd(Cursor line) {
      return line.wordEnd() > line.at ? Math.min(most(line), line.wordEnd()) : -1;
    }

    private static int tokenEnd(Cursor line) {
      int length = line.tokenEnd() - line.at;
      return length > 0 && length <= MAX_TOKEN ? line.tokenEnd() : -1;
    }

    private static int mapEnd(Cursor line) {
      return line.end - line.at == MAP_WIDTH ? line.end : -1;
    }

    private static int textEnd(Cursor line, byte[] next) {
      return next.length == 0 ? most(line) : Bytes.indexOf(line.bytes, line.at, most(line), next);
    }

    /** Reads the text up to a position; {@code null} if that is −1. */
    private static @Nullable String text(Cursor line, int to) {
      line.broke = line.end;
      String text = to < 0 ? null : line.text(to);
      line.at = Math.max(line.at, to);
      return text;
    }

    private static boolean part(String name, RowCursor line, int from, RowFact into) {
      int most = Math.min(line.end, from + MAX_NAME + 1);
      for (int at = line.at; at < most; at++) {
        if (Bytes.isBlank(line.bytes[at]) && !Bytes.isBlank(line.bytes[at - 1])) {
          line.at = at;
          line.skipBlanks();
          long size = line.accept("unknown size") ? -1 : Sizes.read(line);
          boolean whole = size != Sizes.NONE && !Bytes.isDigit(line.bytes[line.at - 1]);
          if (whole && (line.atEnd() || line.accept(" ("))) {
            into.add(name, Bytes.text(line.bytes, from, at));
            return into.add("bytes", size);
          }
        }
      }
      return false;
    }
  }
}
