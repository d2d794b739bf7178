package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.KeyValueRecord.KeyValue;
import io.tidemark.analysis.parse.Parsed.Rejected;
import java.util.ArrayList;
import java.util.List;

/**
 * TPU-MLIR debug records. Values are neither quoted nor escaped, so only {@code "; key = "} ends
 * one; a {@code ;} or {@code =} alone belongs to it. The {@code remark} alone is quoted, and may
 * hold all of that. Beside them the compiler's lines that name its chip.
 */
final class KeyValueFormat implements LineFormat {

  private static final byte[] ACTION = Bytes.of("; action = ");
  private static final byte[] LMEM_ASSIGN = Bytes.of("lmem_assign");
  private static final List<String> TEXTS = List.of("; action = ");
  private static final Needles ACTIONS = new Needles(TEXTS);
  private static final int USUAL_ITEMS = 24;

  /** Ten times what the longest known record holds; a hostile line may not fill the heap. */
  private static final int MAX_ITEMS = 256;

  private final String name;

  KeyValueFormat(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String sign() {
    return "\"; action = lmem_assign; ...\"";
  }

  @Override
  public List<String> needles() {
    return TEXTS;
  }

  @Override
  public Parsed unmarked(byte[] bytes, int start, int end) {
    int first = Bytes.skipBlanks(bytes, Bytes.lastDrawn(bytes, start, end), end);
    return KeyValueReader.isItem(bytes, first, end)
        ? parse(bytes, start, end)
        : ChipLines.parse(bytes, first, end);
  }

  @Override
  public Parsed parse(byte[] bytes, int start, int end) {
    int from = Bytes.lastDrawn(bytes, start, end);
    int action = ACTIONS.find(bytes, from, end);
    int first = Bytes.skipBlanks(bytes, from, end);
    if (!KeyValueReader.isItem(bytes, first, end) && action < 0) {
      return ChipLines.parse(bytes, first, end);
    }
    int glue = action < 0 ? -1 : glue(bytes, action, end);
    if (glue >= 0) {
      return new Rejected(name, glue - start + 1, "two records in one line");
    }
    KeyValueReader reader = new KeyValueReader(bytes, from, end);
    List<KeyValue> items = new ArrayList<>(USUAL_ITEMS);
    while (reader.next()) {
      if (items.size() == MAX_ITEMS) {
        return new Rejected(name, reader.keyFrom() - start + 1, "too many items");
      }
      items.add(reader.item());
    }
    if (reader.broke()) {
      return new Rejected(name, reader.keyFrom() - start + 1, "the remark never ends");
    }
    KeyValueRecord record = new KeyValueRecord(items);
    Placement.Fault fault = Placement.fault(record);
    return fault == null
        ? record
        : new Rejected(name, valueOf(fault.item(), bytes, from, end) - start + 1, fault.reason());
  }

  /**
   * Where a second record begins, or −1. An {@code lmem_assign} record holds no second action, as
   * others do: two threads wrote into one line, and nothing in it can be trusted.
   */
  private static int glue(byte[] bytes, int firstAction, int end) {
    boolean assigns = assigns(bytes, firstAction, end);
    int action = firstAction;
    while (true) {
      action = ACTIONS.find(bytes, action + 1, end);
      if (action < 0 || assigns || assigns(bytes, action, end)) {
        return action;
      }
    }
  }

  private static boolean assigns(byte[] bytes, int action, int end) {
    int past = action + ACTION.length + LMEM_ASSIGN.length;
    return Bytes.startsWith(bytes, action + ACTION.length, end, LMEM_ASSIGN)
        && (past == end || !Bytes.isWord(bytes[past]));
  }

  /** Where the value of an item begins; the line's end when there are not as many. */
  private static int valueOf(int item, byte[] bytes, int from, int end) {
    KeyValueReader reader = new KeyValueReader(bytes, from, end);
    for (int i = 0; i <= item; i++) {
      if (!reader.next()) {
        return end;
      }
    }
    return reader.valueFrom();
  }
}
