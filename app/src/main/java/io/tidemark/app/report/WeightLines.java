package io.tidemark.app.report;

import io.tidemark.app.report.ModuleDumps.Arguments;
import io.tidemark.model.ByteSize;
import io.tidemark.model.Counted;
import io.tidemark.sink.board.Board;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Compares weights and activations, for a terminal. The log states the modules' declarations, not
 * the placement of weights. So the bytes besides the largest module's weights at the tidemark are
 * an estimate.
 */
final class WeightLines {

  private static final int MOST = 8;

  private WeightLines() {}

  static String of(List<Arguments> modules, Board board) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < Math.min(MOST, modules.size()); i++) {
      Arguments module = modules.get(i);
      lines.add(
          text(
              "  module %d declares %s of %s and %s of %s, unpadded",
              i + 1,
              Counted.text(module.weights(), "weight"),
              ByteSize.text(module.weightBytes()),
              Counted.text(module.inputs(), "input"),
              ByteSize.text(module.inputBytes())));
    }
    if (modules.size() > MOST) {
      lines.add(text("  and %,d modules more", modules.size() - MOST));
    }
    long weights = modules.stream().mapToLong(Arguments::weightBytes).max().orElse(0);
    board
        .usage()
        .forEach(
            (key, usage) -> {
              long peak = usage.tidemark().usedBytes();
              if (key.memory().equals("DRAM") && weights > 0 && peak >= weights) {
                lines.add(
                    text(
                        "  at the DRAM tidemark of device %s, estimated: weights %s,"
                            + " activations and padding %s",
                        key.device(), ByteSize.text(weights), ByteSize.text(peak - weights)));
              }
            });
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
