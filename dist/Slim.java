import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Removes the tables of local variables, which debuggers read, and the messages of null pointers, from the classes of these
 * jars; line numbers stay.
 * Signed jars stay as they are.
 */
final class Slim {

  private static final Set<String> TABLES = Set.of("LocalVariableTable", "LocalVariableTypeTable");

  public static void main(String[] jars) throws IOException {
    for (String jar : jars) {
      Path slim = Path.of(jar + ".slim");
      try (ZipFile from = new ZipFile(jar);
          ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(slim))) {
        if (from.stream().anyMatch(entry -> entry.getName().matches("META-INF/.*\\.SF"))) {
          Files.delete(slim);
          continue; // signed
        }
        to.setLevel(9);
        for (ZipEntry entry : (Iterable<ZipEntry>) from.stream().map(ZipEntry.class::cast)::iterator) {
          byte[] bytes = from.getInputStream(entry).readAllBytes();
          ZipEntry written = new ZipEntry(entry.getName());
          written.setTime(entry.getTime());
          to.putNextEntry(written);
          to.write(entry.getName().endsWith(".class") ? new Slim(bytes).slim() : bytes);
        }
      }
      Files.move(slim, Path.of(jar), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private final ByteBuffer in;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);
  private final Map<Integer, String> names = new HashMap<>();

  private Slim(byte[] file) {
    in = ByteBuffer.wrap(file);
  }

  private byte[] slim() throws IOException {
    copy(8);
    int constants = copyShort();
    for (int i = 1; i < constants; i++) {
      int tag = in.get();
      out.writeByte(tag);
      switch (tag) {
        case 1 -> {
          int length = copyShort();
          byte[] text = copy(length);
          names.put(i, new String(text, StandardCharsets.ISO_8859_1));
        }
        case 5, 6 -> {
          copy(8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> copy(2);
        case 15 -> copy(3);
        default -> copy(4);
      }
    }
    copy(6);
    copy(2 * copyShort());
    members();
    members();
    copy(in.remaining());
    return bytes.toByteArray();
  }

  private void members() throws IOException {
    for (int left = copyShort(); left > 0; left--) {
      copy(6);
      for (int attributes = copyShort(); attributes > 0; attributes--) {
        int name = copyShort();
        int length = in.getInt();
        if (!"Code".equals(names.get(name))) {
          out.writeInt(length);
          copy(length);
        } else {
          byte[] code = new byte[length];
          in.get(code);
          byte[] slim = code(ByteBuffer.wrap(code));
          out.writeInt(slim.length);
          out.write(slim);
        }
      }
    }
  }

  private byte[] code(ByteBuffer code) throws IOException {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    int before = 8 + code.getInt(4);
    before += 2 + 8 * (code.getShort(before) & 0xffff);
    kept.write(code.array(), 0, before);
    int count = 0;
    ByteArrayOutputStream attributes = new ByteArrayOutputStream();
    int at = before + 2;
    for (int left = code.getShort(before) & 0xffff; left > 0; left--) {
      int length = 6 + code.getInt(at + 2);
      if (!TABLES.contains(names.get(code.getShort(at) & 0xffff))) {
        attributes.write(code.array(), at, length);
        count++;
      }
      at += length;
    }
    kept.write(count >> 8);
    kept.write(count);
    attributes.writeTo(kept);
    return kept.toByteArray();
  }

  private int copyShort() throws IOException {
    int value = in.getShort() & 0xffff;
    out.writeShort(value);
    return value;
  }

  private byte[] copy(int length) throws IOException {
    byte[] next = new byte[length];
    in.get(next);
    out.write(next);
    return next;
  }
}
