package io.tidemark.analysis.system.tpumlir;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.Lines;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Rejected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyValueFormatTest {

  private static final String HEAD =
      "; action = lmem_assign; debug_range = all; step = dump_lmem_assign_result;"
          + " tag = iteration_result; remark = \"placed\"";
  private static final String PLACEMENT =
      HEAD
          + "; status = success; lmem_type = LMEM_WEIGHT; op_type = top.Weight; op_name = w0"
          + "; addr = 0x00000040; size = 64; timestep_start = 0; timestep_end = 1"
          + "; timestep_mode = TIMESTEP_LOAD; hold_in_lmem = 1; allow_bank_conflict = 0"
          + "; one_loop = 0; shape_secs = 1,1,1,2,1";

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "; op = a;b~[op:a;b]",
        "; op = a = b~[op:a = b]",
        "; op = a ; b =c; d = 1~[op:a ; b =c, d:1]",
        "; op =   padded   ; n = 1~[op:padded, n:1]",
        "; op = ; n = 1~[op:, n:1]",
        "; op =~[op:]",
        ";  op = 1; n = 2~none",
        "  ; ts = 0;  [ C(\"x\") ]~[ts:0;  [ C(\"x\") ]]",
        "; init_nsecs/max_nsecs = 1/4; failed(ret) = 0; a.b-c = é~"
            + "[init_nsecs/max_nsecs:1/4, failed(ret):0, a.b-c:é]",
        "[lmem] ; action = x; n = 1~none",
        "; action = a; n = 1; action = b~[action:a, n:1, action:b]",
        "; action = a; remark = \"x; n = 1\"; m = 2~[action:a, remark:x; n = 1, m:2]",
        "; action = a; remark = \"\\\"; m = 2~[action:a, remark:\\, m:2]",
        "; action = a; remark = \"say \"hi\" \"; m = 2~[action:a, remark:say \"hi\" , m:2]",
        "; action = a; remark = \"end\"~[action:a, remark:end]",
        "; action = a; remark = plain; m = 2~[action:a, remark:plain, m:2]",
        "; action = a; remark = \"1\"; remark = \"2\"~[action:a, remark:1, remark:\"2\"]",
        "plain text~none",
        "text; n = 1~none",
        ";n = 1~none",
        "; two words = 1~none",
      })
  void aValueEndsOnlyWhereTheNextKeyBegins(String line, String items) {
    assertThat(published(Lines.parse(line))).isEqualTo(items);
  }

  private static String published(Parsed parsed) {
    return parsed instanceof KeyValueRecord record
        ? record.items().stream().map(i -> i.key() + ":" + i.value()).toList().toString()
        : "none";
  }

  @Test
  void coloursAndWhatIsDrawnOverAreNoPartOfARecord() {
    assertThat(Lines.parse("50%\r\u001b[1m; n = 1\u001b[0m \r")).isEqualTo(record("1"));
    assertThat(Lines.parse("; n = 1\r50%")).isEqualTo(Ignored.IGNORED);
  }

  @Test
  void aWholePlacementIsARecord() {
    KeyValueRecord record = (KeyValueRecord) Lines.parse(PLACEMENT);
    assertThat(record.first(PlacementKey.ACTION)).isEqualTo("lmem_assign");
    assertThat(record.value("op_name")).isEqualTo("w0");
    assertThat(record.asLong("addr")).hasValue(0x40);
    assertThat(record.items()).hasSize(18);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "lmem_type",
        "op_name",
        "addr",
        "size",
        "timestep_start",
        "timestep_end",
        "hold_in_lmem",
        "one_loop",
        "shape_secs"
      })
  void aPlacementThatLacksAKeyIsRejectedAtItsEnd(String key) {
    String line = PLACEMENT.replaceAll("; " + key + " = [^;]*", "");
    assertThat(Lines.parse(line)).isEqualTo(rejected(line.length() + 1, key + " is missing"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "status~maybe~status is neither success nor failed",
        "addr~0x0000004g~addr is no number",
        "addr~~addr is no number",
        "size~64 B~size is no number",
        "timestep_start~1.5~timestep_start is no number",
        "timestep_end~9223372036854775808~timestep_end is no number",
        "hold_in_lmem~true~hold_in_lmem is no number",
        "one_loop~-~one_loop is no number",
        "action~lmem_assign;x~action has other text after it",
        "tag~iteration_result;x~tag has other text after it",
        "addr~-2~addr is out of range",
        "addr~-1~addr is none of a success",
        "addr~0xffffffffffffffff~addr is none of a success",
        "size~-64~size is out of range",
        "timestep_end~2147483647~timestep_end is out of range",
        "one_loop~2~one_loop is out of range",
        "shape_secs~1,1,1,2~shape_secs is not five numbers",
        "shape_secs~1,1,1,2,~shape_secs is not five numbers",
        "shape_secs~1,1,,2,1~shape_secs is not five numbers",
        "shape_secs~1,1,1,2,1,1~shape_secs is not five numbers",
      })
  void aPlacementWithHalfAFigureIsRejectedThere(String key, String value, String reason) {
    String found = value == null ? "" : value;
    String line = PLACEMENT.replaceAll("; " + key + " = [^;]*", "; " + key + " = " + found);
    int column = line.indexOf("; " + key + " = ") + key.length() + 6;
    assertThat(Lines.parse(line)).isEqualTo(rejected(column, reason));
    assertThat(Lines.parse("90%\r" + line)).isEqualTo(rejected(column + 4, reason));
  }

  /** A name may hold what looks like an item, and two threads may mix their records. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "op_name = w0~op_name = w0; size = 7",
        "op_type = top.Weight~op_type = top.Weight; addr = 0x40",
        "one_loop = 0~one_loop = 0; one_loop = 0",
        "op_name = w0~op_name = w0; status = failed",
      })
  void aKeyThatStandsTwiceIsRejectedAtItsSecondValue(String item, String twice) {
    String line = PLACEMENT.replace(item, twice);
    String key = twice.replaceAll(".*; | = .*", "");
    int second = line.lastIndexOf("; " + key + " = ") + key.length() + 6;
    assertThat(Lines.parse(line)).isEqualTo(rejected(second, key + " stands twice"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "; action = assign_lmem; step = set_lmem_addr; tgt_position = 64; lmem_occupy = 64;"
            + " buffer_end = 128; op = conv; buffer_end = 7~buffer_end",
        "; action = assignGaddr; step = weight_static; start_addr = 64; end_addr = 128;"
            + " live_start = 0; live_end = 9; loc = w; end_addr = 7~end_addr",
      })
  void aNameAtTheEndThatHoldsAnItemIsRejectedThere(String line, String key) {
    assertThat(Lines.parse(line)).isEqualTo(rejected(line.length(), key + " stands twice"));
  }

  @Test
  void onlyAPlacementMustHoldAllThis() {
    assertThat(Lines.parse("; action = other; tag = iteration_result; size = x"))
        .isInstanceOf(KeyValueRecord.class);
    assertThat(Lines.parse("; action = lmem_assign; tag = stamp; size = x"))
        .isInstanceOf(KeyValueRecord.class);
  }

  @Test
  void aPlacementCutAnywhereBeforeItsLastKeyIsNoFact() {
    int whole = PLACEMENT.indexOf("; shape_secs = 1,1,1,2,1");
    for (int length = HEAD.length(); length < whole + 23; length++) {
      assertThat(Lines.parse(PLACEMENT.substring(0, length))).isInstanceOf(Rejected.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "; action = lmem_assign; n = 1~; action = lmem_assign; n = 2",
        "; action = lmem_assign; n = 1~; action = lg_step; n = 2",
        "; action = lg_step; n = 1~; action = lmem_assign; n = 2",
        "; action = lg_step; action = lg_step~; action = lmem_assign",
      })
  void twoRecordsInOneLineAreRejectedWhereTheSecondBegins(String first, String second) {
    assertThat(Lines.parse(first + second))
        .isEqualTo(rejected(first.length() + 1, "two records in one line"));
  }

  @Test
  void anActionThatOnlyBeginsAlikeIsNoSecondRecord() {
    assertThat(Lines.parse("; action = lmem_assign_x; action = lmem_assigned; n = 1"))
        .isInstanceOf(KeyValueRecord.class);
  }

  @ParameterizedTest
  @CsvSource({
    "; action = a; remark = \"never, 15",
    "; action = a; remark = \"a \"b, 15",
    "; action = a; remark = \", 15",
    "; action = a; remark = \"x\"; n, 15",
  })
  void aRemarkThatNeverEndsIsRejectedAtItsKey(String line, int column) {
    assertThat(Lines.parse(line)).isEqualTo(rejected(column, "the remark never ends"));
  }

  @Test
  void aRecordOfMoreItemsThanAnyHoldsIsRejectedAtTheFirstTooMany() {
    assertThat(Lines.parse("; n = 1".repeat(256))).isInstanceOf(KeyValueRecord.class);
    assertThat(Lines.parse("; n = 1".repeat(257)))
        .isEqualTo(rejected(256 * 7 + 3, "too many items"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-1, -1",
    "0x0001f000, 126976",
    "0xffffffffffffffff, -1",
    "0xFFFFFFFFFFFFFFFF, -1",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "114688%, 114688",
    "007, 7",
  })
  void aWholeNumberIsRead(String value, long number) {
    assertThat(record(value).asLong("n")).hasValue(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "%",
        "0x",
        "0xg",
        "0x1ffffffffffffffff",
        "9223372036854775808",
        "1.5",
        "1e5",
        "-9223372036854775809",
        "9.375000e+01%",
        "+1",
        "1 2",
        "٣",
        "0x%",
        "--1"
      })
  void anythingElseIsNoNumber(String value) {
    assertThat(record(value).asLong("n")).isEmpty();
  }

  @Test
  void aKeyThatIsNotThereHasNoValue() {
    assertThat(record("1").value("m")).isNull();
    assertThat(record("1").first(PlacementKey.ACTION)).isNull();
    assertThat(record("1").asLong("m")).isEmpty();
  }

  private static KeyValueRecord record(String value) {
    String line = "; n = " + value;
    return (KeyValueRecord) Lines.parse(line);
  }

  private static Rejected rejected(int column, String reason) {
    return new Rejected(TpuMlir.RECORDS, column, reason);
  }
}
