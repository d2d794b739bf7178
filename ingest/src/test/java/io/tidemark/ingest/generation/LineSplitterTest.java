package io.tidemark.ingest.generation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.model.Samples;
import io.tidemark.model.log.Slice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineSplitterTest {

  private static final String TEXT = "\none\r\n\r\n\nzwei ⅱ 中\n\rcarriage\r100% █▋ 3/4 中\n𝄞\ntail";

  private final LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);

  @Test
  void everySplitIntoThreeGivesTheSameLines() {
    byte[] text = TEXT.getBytes(UTF_8);
    for (int a = 0; a <= text.length; a++) {
      for (int b = a; b <= text.length; b++) {
        LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);
        List<LineBatch> pieces = new ArrayList<>();
        feed(splitter, pieces, Arrays.copyOfRange(text, 0, a));
        feed(splitter, pieces, Arrays.copyOfRange(text, a, b));
        feed(splitter, pieces, Arrays.copyOfRange(text, b, text.length));
        assertThat(text(pieces)).isEqualTo(TEXT.substring(0, TEXT.length() - 4));
        assertThat(pieces).allMatch(piece -> piece.bytes()[piece.bytes().length - 1] == '\n');
        assertThat(pieces.stream().mapToInt(LineBatch::lines).sum()).isEqualTo(7);
        assertThat(splitter.waits()).isTrue();
        assertThat(text(List.of(splitter.finish().orElseThrow()))).isEqualTo("tail");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 5_000, 300_000, 2_000_000})
  void aHoleAtTheStartIsPassedOverWhereverItIsCut(int nuls) {
    byte[] text = Arrays.copyOf(new byte[nuls], nuls + 8);
    System.arraycopy("one\ntwo\n".getBytes(UTF_8), 0, text, nuls, 8);
    for (int read : new int[] {text.length, 4096, nuls, nuls + 1}) {
      LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);
      List<LineBatch> batches = new ArrayList<>();
      for (int at = 0; at < text.length; at += read) {
        feed(splitter, batches, Arrays.copyOfRange(text, at, Math.min(text.length, at + read)));
      }
      assertThat(batches.get(0).length()).isEqualTo(nuls);
      assertThat(batches.get(0).lines()).isZero();
      assertThat(batches.get(1).offset()).isEqualTo(nuls);
      assertThat(text(batches)).isEqualTo("one\ntwo\n");
      assertThat(splitter.scanned()).isEqualTo(text.length);
    }
  }

  @Test
  void aLineComingByteByByteIsOnePiece() {
    List<LineBatch> pieces = new ArrayList<>();
    for (byte b : "a line\n".getBytes(UTF_8)) {
      feed(splitter, pieces, new byte[] {b});
    }
    assertThat(pieces).hasSize(1);
    assertThat(text(pieces)).isEqualTo("a line\n");
  }

  @Test
  void linesAtHandTravelTogetherUpToTheTarget() {
    byte[] text = "0123456789abcde\n".repeat(3 * Slice.TARGET_BYTES / 16).getBytes(UTF_8);
    List<LineBatch> pieces = splitter.feed(text, text.length);
    assertThat(pieces).extracting(LineBatch::length).containsOnly((long) Slice.TARGET_BYTES);
    assertThat(pieces).extracting(LineBatch::offset).containsExactly(0L, 65536L, 131072L);
  }

  @Test
  void aPieceEndsAtTheLastLineEndWithinTheTargetWhateverWaitedBefore() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);
      String atHand = "";
      for (int read = 0; read < 5; read++) {
        byte[] bytes = someLines(random).getBytes(UTF_8);
        atHand += new String(bytes, UTF_8);
        for (LineBatch piece : splitter.feed(bytes, bytes.length)) {
          int last = atHand.lastIndexOf('\n', Slice.TARGET_BYTES - 1);
          int end = (last < 0 ? atHand.indexOf('\n') : last) + 1;
          assertThat(text(List.of(piece))).as("seed %d", seed).isEqualTo(atHand.substring(0, end));
          atHand = atHand.substring(end);
        }
        assertThat(atHand).as("seed %d", seed).doesNotContain("\n");
      }
    }
  }

  /** Short and long lines, the last one unfinished. */
  private static String someLines(Random random) {
    StringBuilder lines = new StringBuilder();
    for (int line = random.nextInt(9); line > 0; line--) {
      lines.append("x".repeat(random.nextInt(1 << random.nextInt(18)))).append('\n');
    }
    return lines + "y".repeat(random.nextInt(1 << random.nextInt(14)));
  }

  @Test
  void aLineBeyondTheTargetTravelsAloneAndWhole() {
    String longer = "x".repeat(Slice.TARGET_BYTES + 1) + "\n";
    byte[] text = ("before\n" + longer + "after\n").getBytes(UTF_8);
    List<LineBatch> pieces = splitter.feed(text, text.length);
    assertThat(pieces).extracting(LineBatch::lines).containsExactly(1, 1, 1);
    assertThat(pieces.get(1).truncated()).isFalse();
    assertThat(text(pieces)).isEqualTo(new String(text, UTF_8));
  }

  @Test
  void aLineAtTheLimitIsWholeAndOneByteMoreIsCut() {
    for (int more = 0; more < 2; more++) {
      for (int firstRead : new int[] {0, 1, 100_000, Slice.MAX_LINE_BYTES - 1}) {
        LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);
        byte[] line = ("y".repeat(Slice.MAX_LINE_BYTES - 1 + more) + "\nnext\n").getBytes(UTF_8);
        List<LineBatch> pieces = new ArrayList<>();
        feed(splitter, pieces, Arrays.copyOf(line, firstRead));
        feed(splitter, pieces, Arrays.copyOfRange(line, firstRead, line.length));
        assertThat(pieces.get(0).truncated()).isEqualTo(more == 1);
        assertThat(pieces.get(0).length()).isEqualTo(Slice.MAX_LINE_BYTES + more);
        assertThat(pieces.get(0).bytes()).hasSize(Slice.MAX_LINE_BYTES);
        assertThat(text(pieces.subList(1, 2))).isEqualTo("next\n");
      }
    }
  }

  @Test
  void ofAGiantLineOnlyTheHeadIsHeld() {
    byte[] block = new byte[1 << 20];
    Arrays.fill(block, (byte) 'z');
    for (int i = 0; i < 1024; i++) {
      assertThat(splitter.feed(block, block.length)).isEmpty();
    }
    byte[] end = "end\nnext\n".getBytes(UTF_8);
    List<LineBatch> pieces = splitter.feed(end, end.length);
    assertThat(pieces).hasSize(2);
    LineBatch giant = pieces.get(0);
    assertThat(giant.truncated()).isTrue();
    assertThat(giant.lines()).isEqualTo(1);
    assertThat(giant.length()).isEqualTo((1L << 30) + 4);
    assertThat(giant.bytes()).hasSize(Slice.MAX_LINE_BYTES);
    assertThat(pieces.get(1).offset()).isEqualTo((1L << 30) + 4);
  }

  @Test
  void aMillionEmptyLinesAreAllCounted() {
    byte[] text = "\n".repeat(1_000_000).getBytes(UTF_8);
    List<LineBatch> pieces = splitter.feed(text, text.length);
    assertThat(pieces.stream().mapToInt(LineBatch::lines).sum()).isEqualTo(1_000_000);
    assertThat(splitter.offset()).isEqualTo(1_000_000);
  }

  @Test
  void theTailIsWhatTheFileHoldsBeforeWhateverTheReads() {
    byte[] text =
        ("a".repeat(700) + "\n" + "b".repeat(300_000) + "\nc\n" + "d".repeat(900)).getBytes(UTF_8);
    for (int step : new int[] {1, 7, 1000, 1024, 1025, 65_536, text.length}) {
      LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);
      for (int at = 0; at < text.length; at += step) {
        int n = Math.min(step, text.length - at);
        for (LineBatch piece : splitter.feed(Arrays.copyOfRange(text, at, at + n), n)) {
          assertThat(piece.tail().marker()).isEqualTo(marker(text, (int) piece.end()));
        }
        assertThat(splitter.scanned()).isEqualTo(at + n);
        if (step > 1) {
          assertThat(splitter.scannedTail().marker()).isEqualTo(marker(text, at + n));
        }
      }
    }
  }

  @Test
  void aRealLogComesOutAsItWentIn() {
    byte[] log = Samples.bytes("tenstorrent/ttxla_run_full_qwen3.6-27b_vllm_oom_ansi.log");
    for (int step : new int[] {4096, 65_537, 512 * 1024}) {
      LineSplitter splitter = new LineSplitter(0, Fingerprint.NONE);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      long lines = 0;
      for (int at = 0; at < log.length; at += step) {
        byte[] read = Arrays.copyOfRange(log, at, Math.min(log.length, at + step));
        for (LineBatch piece : splitter.feed(read, read.length)) {
          out.writeBytes(piece.bytes());
          lines += piece.lines();
        }
      }
      splitter.finish().ifPresent(piece -> out.writeBytes(piece.bytes()));
      assertThat(out.toByteArray()).isEqualTo(log);
      assertThat(lines).isEqualTo(new String(log, UTF_8).chars().filter(c -> c == '\n').count());
    }
  }

  private static String marker(byte[] text, int end) {
    return Fingerprint.NONE
        .plus(text, Math.max(0, end - Fingerprint.BYTES), Math.min(end, Fingerprint.BYTES))
        .marker();
  }

  private static void feed(LineSplitter splitter, List<LineBatch> pieces, byte[] bytes) {
    pieces.addAll(splitter.feed(bytes, bytes.length));
  }

  private static String text(List<LineBatch> pieces) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    pieces.forEach(piece -> out.writeBytes(piece.bytes()));
    return out.toString(UTF_8);
  }
}
