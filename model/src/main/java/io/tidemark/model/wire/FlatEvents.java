package io.tidemark.model.wire;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.BankBytes;
import io.tidemark.model.BufferContents;
import io.tidemark.model.CumulativeUse;
import io.tidemark.model.DramUse;
import io.tidemark.model.Extent;
import io.tidemark.model.L1Peaks;
import io.tidemark.model.Lifetime;
import io.tidemark.model.LogPosition;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.PlannedBuffer;
import io.tidemark.model.Shortage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Serializes events flat: the figures of their parts are properties of the event itself. */
final class FlatEvents {

  private FlatEvents() {}

  static void addTo(JsonMapper.Builder mapper) {
    mapper
        .addMixIn(MemoryEvent.RunStarted.class, Positioned.class)
        .addMixIn(MemoryEvent.Snapshot.class, Positioned.class)
        .addMixIn(MemoryEvent.RunEnded.class, Positioned.class)
        .addMixIn(MemoryEvent.Interval.class, FlatInterval.class)
        .addMixIn(PlannedBuffer.class, Buffer.class)
        .addMixIn(Extent.class, FlatExtent.class)
        .addMixIn(MemoryEvent.Phase.class, FlatPhase.class)
        .addMixIn(MemoryEvent.OutOfMemory.class, FlatOutOfMemory.class)
        .addMixIn(Shortage.class, FlatShortage.class)
        .addMixIn(BankBytes.class, FlatBankBytes.class);
  }

  interface Positioned {
    @JsonUnwrapped
    LogPosition at();
  }

  interface FlatInterval extends Positioned {
    /** The part's own name must differ from all property names. */
    @JsonUnwrapped
    @JsonProperty("(buffer)")
    PlannedBuffer buffer();

    @JsonUnwrapped
    Lifetime lifetime();

    @JsonUnwrapped
    Extent extent();
  }

  interface Buffer {
    @JsonProperty("buffer")
    String name();

    @JsonUnwrapped
    BufferContents contents();
  }

  interface FlatExtent {
    @UnknownAsMinusOne
    @Nullable Long address();

    @UnknownAsMinusOne
    @Nullable Long unpaddedBytes();
  }

  interface FlatPhase extends Positioned {
    @JsonUnwrapped
    DramUse dram();

    @JsonUnwrapped
    CumulativeUse cumulative();

    @JsonUnwrapped
    L1Peaks l1();
  }

  interface FlatOutOfMemory extends Positioned {
    @JsonUnwrapped
    Shortage shortage();
  }

  interface FlatShortage {
    @UnknownAsMinusOne
    @Nullable Long neededBytes();

    @JsonUnwrapped
    BankBytes bank();
  }

  interface FlatBankBytes {
    @UnknownAsMinusOne
    @Nullable Long neededPerBank();

    @UnknownAsMinusOne
    @Nullable Long bankBytes();

    @UnknownAsMinusOne
    @Nullable Long usedPerBank();

    @UnknownAsMinusOne
    @Nullable Long freePerBank();

    @UnknownAsMinusOne
    @Nullable Long largestFreePerBank();
  }
}
