package io.tidemark.analysis;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.system.tpumlir.BmProfileFact;
import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.analysis.system.tpumlir.ChipNamed;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Regular expressions from the format's description, for a net's profile and lines that name a
 * chip.
 */
final class BmProfileOracle {

  static final Pattern LAYER =
      Pattern.compile(
          "^\\[bmprofile\\] (global|local)_layer: layer_id=(\\d+) layer_type=(\\S*) layer_name=(.*)$");
  static final Pattern TENSOR =
      Pattern.compile(
          "^\\[bmprofile\\] tensor_id=(-?\\d+) is_in=(\\d) shape=(\\S+) dtype=(\\d+) is_const=(\\d)"
              + " gaddr=(-?\\d+) gsize=(-?\\d+) loffset=(-?\\d+) nslice=(-?\\d+) hslice=(-?\\d+)"
              + " l2addr=(-?\\d+)");
  static final Pattern GDMA =
      Pattern.compile(
          "^\\[bmprofile\\] gdma cmd_id bd_id=(\\d+) gdma_id=(\\d+) gdma_dir=(\\d+)"
              + " gdma_func=(\\d+)");
  static final Pattern BD =
      Pattern.compile("^\\[bmprofile\\] bd cmd_id bd_id=(\\d+) gdma_id=(\\d+) bd_func=(\\d+)");
  static final Pattern ANY = Pattern.compile("^\\[bmprofile\\][ ]");
  private static final Pattern SUBNET =
      Pattern.compile("^\\[bmprofile\\] (start|end) to run subnet_id=(\\d+)");
  private static final Pattern CHIP =
      Pattern.compile(
          "Load debugger file \"[^\".]*_([a-z0-9]+)_\\w+\\.layer_group"
              + "|--processor-assign=\"chip=(\\w+)"
              + "|^chip: (\\w+)$");
  private static final int[] BITS = {32, 16, 8, 8, 16, 16, 32, 32, 16, 4, 4};

  private BmProfileOracle() {}

  /** Returns {@code null} for any other line. */
  static @Nullable Fact fact(String line) {
    Matcher m = CHIP.matcher(line);
    if (m.find()) {
      String name = m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3);
      return new ChipNamed(Chip.valueOf(name.toUpperCase(Locale.ROOT)));
    }
    m = TENSOR.matcher(line);
    if (m.find()) {
      return tensor(m);
    }
    m = LAYER.matcher(line);
    if (m.find()) {
      return new BmProfileFact.Layer(
          m.group(1).equals("local"), Integer.parseInt(m.group(2)), m.group(3), m.group(4));
    }
    m = SUBNET.matcher(line);
    if (m.find()) {
      return new BmProfileFact.Subnet(Integer.parseInt(m.group(2)), m.group(1).equals("start"));
    }
    boolean dma = GDMA.matcher(line).find();
    if (dma || BD.matcher(line).find()) {
      return new BmProfileFact.Command(dma);
    }
    return ANY.matcher(line).find() ? new BmProfileFact.Mark() : null;
  }

  private static BmProfileFact.Tensor tensor(Matcher m) {
    String[] sizes = m.group(3).substring(1, m.group(3).length() - 1).split("x");
    long elements = Arrays.stream(sizes).mapToLong(Long::parseLong).reduce(1, (a, b) -> a * b);
    return new BmProfileFact.Tensor(
        Integer.parseInt(m.group(1)),
        m.group(2).equals("1"),
        m.group(5).equals("1"),
        elements * BITS[Integer.parseInt(m.group(4))] / 8,
        Long.parseLong(m.group(6)),
        Long.parseLong(m.group(8)));
  }
}
