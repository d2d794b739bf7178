package io.tidemark.analysis.memory;

import io.tidemark.analysis.state.PartReader;
import io.tidemark.analysis.state.PartWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A buffer freed between two blocks, as named by the log.
 *
 * @param producer the op whose result it was; {@code null} if the log does not state it
 * @param bytes size; with several buffers, the weight for dividing the freed bytes
 */
public record FreedBuffer(String memory, @Nullable String producer, long bytes) {

  public static void writeAll(PartWriter out, List<FreedBuffer> freed) {
    out.number(freed.size());
    freed.forEach(b -> out.text(b.memory()).text(b.producer()).number(b.bytes()));
  }

  public static List<FreedBuffer> readAll(PartReader in) {
    List<FreedBuffer> freed = new ArrayList<>();
    for (int left = in.count(); left > 0; left--) {
      freed.add(new FreedBuffer(in.word(), in.text(), in.number()));
    }
    return freed;
  }
}
