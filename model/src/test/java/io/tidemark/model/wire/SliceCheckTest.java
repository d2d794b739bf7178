package io.tidemark.model.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.log.FileStatus;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requirements for a record of {@code tidemark.lines} to be a slice. */
class SliceCheckTest {

  private static final byte[] TEXT = "one\ntwo\n".getBytes(UTF_8);

  private static final SliceOrigin ORIGIN =
      new SliceOrigin(
          "host",
          Map.of(),
          ZoneId.of("Asia/Tokyo"),
          new FileStatus(4000, 15L),
          "before",
          SliceOrigin.Found.FRESH);

  private static Headers headers() {
    return headers(new Slice("g", 7, TEXT.length, 2, false, false, 10, 20, TEXT));
  }

  private static Headers headers(Slice text) {
    Headers headers = new RecordHeaders();
    Slice slice = text.from(ORIGIN);
    Topics.LINES.value().serializer().serialize(Topics.LINES.name(), headers, slice);
    return headers;
  }

  private static Slice read(Headers headers, byte @Nullable [] bytes) {
    return Topics.LINES.value().deserializer().deserialize(Topics.LINES.name(), headers, bytes);
  }

  @Test
  void whatATailerShipsIsASlice() {
    Slice slice = read(headers(), TEXT);

    assertThat(slice.end()).isEqualTo(15);
    assertThat(slice.origin()).isEqualTo(ORIGIN);
  }

  @Test
  void aRestIsASliceWithoutLinesAndBytes() {
    Headers headers = headers(Slice.rest("g", 7, 20));
    Slice slice = read(headers, new byte[0]);

    assertThat(slice.isRest()).isTrue();
    assertThat(slice.isOpen() || slice.isHole() || slice.isLost()).isFalse();
    assertThat(slice.end()).isEqualTo(7);
    headers.remove("unterminated").add("unterminated", "false".getBytes(UTF_8));
    assertThatThrownBy(() -> read(headers, new byte[0])).isInstanceOf(SerializationException.class);
  }

  @Test
  void aSliceOfAnEarlierReleaseHasNoZoneAndNoFile() {
    Headers headers = headers();
    List.of("zone", "size", "changed", "follows", "found").forEach(headers::remove);

    assertThat(read(headers, TEXT).origin()).isEqualTo(new SliceOrigin("host", Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "offset, -1",
    "offset, 9223372036854775806",
    "offset, 0x7",
    "offset, ''",
    "length, 9223372036854775807",
    "length, 7",
    "length, 9",
    "length, -8",
    "lines, 0",
    "lines, 9",
    "lines, 2147483648",
    "from, -1",
    "from, 21",
    "to, 9",
    "to, 9223372036854775807",
    "to, 253402300800000",
    "generation, ''",
    "follows, ''",
    "size, -1",
    "size, many",
    "changed, 0",
    "changed, 253402300800000",
    "zone, Atlantis",
    "zone, ''",
    "found, OLD",
    "found, long ago",
  })
  void aHeaderWithoutSenseIsRefused(String name, String value) {
    Headers headers = headers().remove(name).add(name, value.getBytes(UTF_8));

    assertThatThrownBy(() -> read(headers, TEXT)).isInstanceOf(SerializationException.class);
  }

  @Test
  void aHeaderWithoutValueIsRefused() {
    Headers headers = headers().remove("offset").add("offset", null);

    assertThatThrownBy(() -> read(headers, TEXT))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("header 'offset' has no value");
  }

  @ParameterizedTest
  @CsvSource({"generation", "host"})
  void aNameTooLongOrWithControlCharactersIsRefused(String name) {
    Headers longName = headers().remove(name).add(name, "x".repeat(256).getBytes(UTF_8));
    Headers nul = headers().remove(name).add(name, "a\0b".getBytes(UTF_8));

    assertThatThrownBy(() -> read(longName, TEXT)).isInstanceOf(SerializationException.class);
    assertThatThrownBy(() -> read(nul, TEXT)).isInstanceOf(SerializationException.class);
  }

  @Test
  void aTruncatedLineMayStandForMoreThanItsHead() {
    Headers headers = headers().remove("length").remove("lines").remove("truncated");
    headers.add("length", "900000000000".getBytes(UTF_8));
    headers.add("lines", "1".getBytes(UTF_8)).add("truncated", "true".getBytes(UTF_8));

    assertThat(read(headers, TEXT).length()).isEqualTo(900_000_000_000L);
  }

  @Test
  void aSliceWithoutBytesOrWithTooManyIsRefused() {
    assertThatThrownBy(() -> read(headers(), new byte[0]))
        .isInstanceOf(SerializationException.class);
    assertThatThrownBy(() -> read(headers(), null)).isInstanceOf(SerializationException.class);
    byte[] huge = new byte[Slice.MAX_BYTES + 1];
    Headers headers = headers().remove("length");
    headers.add("length", Integer.toString(huge.length).getBytes(UTF_8));
    assertThatThrownBy(() -> read(headers, huge))
        .isInstanceOf(SerializationException.class)
        .hasMessageContaining("header 'bytes'");
  }
}
