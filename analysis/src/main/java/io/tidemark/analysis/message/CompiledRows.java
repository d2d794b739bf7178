package io.tidemark.analysis.message;

import io.tidemark.analysis.message.MessageFile.More;
import io.tidemark.analysis.message.MessageFile.Row;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Message files as nested lists of texts, without what only their checks need. A start reads them
 * faster than serialized records, of which each class has method handles of its own.
 */
final class CompiledRows {

  private static final byte NOTHING = 0;
  private static final byte TEXT = 1;
  private static final byte LIST = 2;

  private CompiledRows() {}

  static byte[] write(List<MessageFile> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(files.stream().map(CompiledRows::listed).toList(), new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static void write(@Nullable Object value, DataOutputStream out) throws IOException {
    if (value == null) {
      out.writeByte(NOTHING);
    } else if (value instanceof List<?> list) {
      out.writeByte(LIST);
      out.writeInt(list.size());
      for (Object one : list) {
        write(one, out);
      }
    } else {
      byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
      out.writeByte(TEXT);
      out.writeInt(text.length);
      out.write(text);
    }
  }

  private static List<@Nullable Object> listed(MessageFile file) {
    List<Object> rows = new ArrayList<>();
    for (Row row : file.message()) {
      More more = row.more();
      rows.add(
          list(
              row.name(),
              row.is(),
              row.text(),
              file.needle(row),
              pairs(row.defaults()),
              more.parts(),
              pairs(more.record()),
              more.then(),
              more.diagnosis(),
              more.advice(),
              more.bare(),
              more.whole(),
              more.indented()));
    }
    List<Object> frames = new ArrayList<>();
    for (MessageFrame frame : file.frame()) {
      frames.add(list(frame.name(), frame.calls(), frame.says(), frame.phase(), frame.advice()));
    }
    return list(file.path(), file.writer(), pairs(file.defaults()), rows, frames);
  }

  private static List<@Nullable Object> list(@Nullable Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }

  private static @Nullable List<String> pairs(@Nullable Map<String, String> map) {
    if (map == null) {
      return null;
    }
    List<String> pairs = new ArrayList<>();
    map.forEach((key, value) -> pairs.addAll(List.of(key, value)));
    return pairs;
  }

  /** Reads the output of {@link #write}. */
  static List<MessageFile> read(byte[] bytes) {
    return new Reader(ByteBuffer.wrap(bytes)).list(Reader::file);
  }

  private record Reader(ByteBuffer in) {

    private <T> List<T> list(Function<Reader, T> one) {
      return Objects.requireNonNull(listIfAny(one));
    }

    private <T> @Nullable List<T> listIfAny(Function<Reader, T> one) {
      if (in.get() == NOTHING) {
        return null;
      }
      int size = in.getInt();
      List<T> list = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        list.add(one.apply(this));
      }
      return list;
    }

    private String text() {
      return Objects.requireNonNull(textIfAny());
    }

    private @Nullable String textIfAny() {
      if (in.get() == NOTHING) {
        return null;
      }
      int length = in.getInt();
      byte[] text = new byte[length];
      in.get(text);
      return new String(text, StandardCharsets.UTF_8);
    }

    private @Nullable Boolean flag() {
      String text = textIfAny();
      return text == null ? null : Boolean.valueOf(text);
    }

    private @Nullable Map<String, String> map() {
      List<String> pairs = listIfAny(Reader::text);
      if (pairs == null) {
        return null;
      }
      Map<String, String> map = new LinkedHashMap<>();
      for (int i = 0; i < pairs.size(); i += 2) {
        map.put(pairs.get(i), pairs.get(i + 1));
      }
      return map;
    }

    private MessageFile file() {
      in.get();
      in.getInt();
      return new MessageFile(
          textIfAny(), text(), null, null, map(), list(Reader::row), list(Reader::frame));
    }

    private Row row() {
      in.get();
      in.getInt();
      String name = text();
      String is = text();
      String text = text();
      String needle = text();
      Map<String, String> defaults = map();
      More more =
          new More(
              listIfAny(Reader::text),
              map(),
              listIfAny(Reader::text),
              textIfAny(),
              textIfAny(),
              flag(),
              flag(),
              flag(),
              List.of());
      return new Row(name, is, text, more, defaults, List.of(), needle);
    }

    private MessageFrame frame() {
      in.get();
      in.getInt();
      return new MessageFrame(
          text(), list(Reader::text), list(Reader::text), flag(), text(), List.of(), List.of());
    }
  }
}
