package io.tidemark.ingest.own;

import static io.tidemark.ingest.own.Owners.Standing.CLAIMED;
import static io.tidemark.ingest.own.Owners.Standing.ELSEWHERE;
import static io.tidemark.ingest.own.Owners.Standing.OWNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.own.OwnersLog.Write;
import io.tidemark.ingest.own.Ownership.TakenSource;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.OwnerRecord.Heartbeat;
import io.tidemark.model.log.OwnerRecord.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnershipTest {

  private static final String LOG = "train.log";

  /** Rounds of a quarter of a second after which a silent tailer loses its sources. */
  private static final int LEASE = 60;

  private final Room room = new Room();

  @Test
  void aSourceThatNobodyHasIsClaimedAndOwnedWithTheFirstHeartbeat() {
    Ownership a = room.enter("a");
    assertThat(a.of(LOG)).isEqualTo(CLAIMED);
    assertThat(a.current(room.now())).isFalse();

    room.rounds(2, "a");

    assertThat(a.of(LOG)).isEqualTo(OWNED);
    assertThat(a.current(room.now())).isTrue();
    assertThat(a.stale()).isFalse();
    assertThat(room.claims(LOG)).containsExactly("CLAIMED 1 a");
  }

  @Test
  void ofTwoClaimsTheFirstInTheLogIsValidAndItsOwnerConfirmsIt() {
    Ownership a = room.enter("a");
    Ownership b = room.enter("b");
    a.of(LOG);
    b.of(LOG);
    room.write("b");
    room.write("a");

    room.rounds(2, "a", "b");

    assertThat(b.of(LOG)).isEqualTo(OWNED);
    assertThat(a.of(LOG)).isEqualTo(ELSEWHERE);
    assertThat(a.loss()).isEmpty();
    assertThat(room.claims(LOG)).containsExactly("CLAIMED 1 b", "CLAIMED 1 a", "CONFIRMED 1 b");
    room.compact();
    Ownership late = room.enter("late");
    room.rounds(2, "late");
    assertThat(late.of(LOG)).isEqualTo(ELSEWHERE);
    assertThat(late.elsewhere()).containsEntry(LOG, Room.process("b"));
  }

  @Test
  void aReleasedSourceIsTakenOverAtOnceWithPositionsThatAreReadAnew() {
    owned("a");
    Ownership b = room.enter("b");
    b.of(LOG);
    room.rounds(2, "a", "b");
    room.release("a");

    room.rounds(2, "b");

    assertThat(room.claims(LOG)).endsWith("RELEASED 1 a", "CLAIMED 2 b");
    assertThat(b.stale()).isTrue();
    assertThat(b.of(LOG)).isEqualTo(ELSEWHERE);
    b.onPositionsRead();
    assertThat(b.of(LOG)).isEqualTo(OWNED);
  }

  @Test
  void aSourceThatWasReleasedBeforeTheStartNeedsNoSecondLook() {
    owned("a");
    room.release("a");
    assertTakenUpWithThePositionsAtHand();
  }

  private void assertTakenUpWithThePositionsAtHand() {
    Ownership b = room.enter("b");
    assertThat(b.of(LOG)).isEqualTo(CLAIMED);
    room.rounds(2, "b");
    assertThat(b.stale()).isFalse();
    assertThat(b.of(LOG)).isEqualTo(OWNED);
  }

  @Test
  void aTailerWhoseProcessIsGoneIsNotWaitedFor() {
    owned("a");
    room.vanish("a");
    assertTakenUpWithThePositionsAtHand();
  }

  @Test
  void aSilentTailerIsWaitedForAsLongAsItsOwnLeaseLasts() {
    owned("a");
    Ownership b = room.enter("b");
    b.of(LOG);
    long from = room.now();
    while (room.claims(LOG).size() == 1) {
      room.rounds(1, "b");
      assertThat(room.now() - from).isLessThan(30_000);
    }
    assertThat(room.now() - from).isGreaterThan(Heartbeats.CURRENT_MILLIS + 2_000);
  }

  @Test
  void whoHadASourceBeforeIsReportedOnce() {
    owned("a");
    Ownership b = room.enter("b");
    b.of(LOG);
    room.rounds(LEASE, "b");
    assertThat(b.gained())
        .containsExactly(Map.entry(LOG, new OwnerRecord.Claim(Kind.CLAIMED, 1, Room.process("a"))));
    assertThat(b.gained()).isEmpty();
  }

  @Test
  void anOutageOfTheBrokerEndsNoLease() {
    owned("a");
    Ownership b = room.enter("b");
    b.of(LOG);
    room.rounds(3, "a", "b");

    room.pass(600_000).rounds(20, "b").rounds(LEASE, "b", "a");

    assertThat(room.claims(LOG)).containsExactly("CLAIMED 1 a");
    assertThat(b.of(LOG)).isEqualTo(ELSEWHERE);
  }

  @Test
  void oneThatStoodStillMaySendNothingUntilItHasReadItsOwnNextHeartbeat() {
    Ownership a = owned("a");
    room.pass(Heartbeats.CURRENT_MILLIS);
    assertThat(a.current(room.now())).isFalse();
    room.rounds(1, "a");
    assertThat(a.current(room.now())).isFalse();
    room.rounds(1, "a");
    assertThat(a.current(room.now())).isTrue();
    assertThat(a.of(LOG)).isEqualTo(OWNED);
  }

  @Test
  void oneThatStoodStillForTooLongLosesAndNeverMaySendAgain() {
    Ownership a = owned("a");
    Ownership b = room.enter("b");
    b.of(LOG);
    room.rounds(LEASE, "b");
    assertThat(a.current(room.now())).isFalse();

    room.rounds(3, "a");

    assertThat(a.loss()).contains(new TakenSource(LOG, Room.process("b")));
    assertThat(a.current(room.now())).isFalse();
  }

  @Test
  void aNewNameInSharedLogsMayBeAnothersFileAndWaitsForNewPositions() {
    owned("a");
    Ownership b = room.enter("b");
    b.of(LOG);
    room.rounds(4, "a", "b");
    assertThat(b.of("renamed.log")).isEqualTo(ELSEWHERE);
    room.rounds(2, "a", "b");
    assertThat(b.stale()).isTrue();
    b.onPositionsRead();
    assertThat(b.of("renamed.log")).isEqualTo(OWNED);
  }

  @Test
  void forgedClaimsOfOtherEpochsAreVoid() {
    Ownership a = owned("a");
    room.forge(LOG, Kind.CLAIMED, 1, "x");
    room.forge(LOG, Kind.CLAIMED, 7, "x");
    room.forge(LOG, Kind.RELEASED, 1, "x");
    room.forge(LOG, Kind.RELEASED, 2, "a");
    room.rounds(2, "a");
    assertThat(a.of(LOG)).isEqualTo(OWNED);
    assertThat(a.loss()).isEmpty();
    assertThat(room.claims(LOG)).endsWith("CONFIRMED 1 a");
  }

  @Test
  void anUnreadableRecordInPlaceOfAClaimIsAnsweredByTheOwner() {
    Ownership a = owned("a");
    a.readAt(room.now()).onRefused(LOG);
    room.rounds(1, "a");
    assertThat(room.claims(LOG)).containsExactly("CLAIMED 1 a", "CONFIRMED 1 a");
  }

  @Test
  void aRemovedClaimIsMadeAgain() {
    Ownership a = owned("a");
    room.forge(LOG, null);
    room.rounds(2, "a");
    assertThat(a.of(LOG)).isEqualTo(OWNED);
    assertThat(a.loss()).isEmpty();
    assertThat(room.claims(LOG)).containsExactly("CLAIMED 1 a", "CLAIMED 1 a");
  }

  @Test
  void aForgedHeartbeatOfItsOwnMakesNobodyCurrent() {
    Ownership a = owned("a");
    room.pass(Heartbeats.CURRENT_MILLIS);
    List<Write> onTheirWay = a.due(room.now());
    assertThat(onTheirWay).extracting(Write::value).hasAtLeastOneElementOfType(Heartbeat.class);

    room.forge(OwnerRecord.keyOf(Room.process("a")), new Heartbeat(999));
    room.read("a");
    assertThat(a.current(room.now())).isFalse();

    onTheirWay.forEach(write -> room.forge(write.key(), write.value()));
    room.read("a");
    assertThat(a.current(room.now())).as("its own came back").isTrue();
  }

  @Test
  void ofTailersThatComeAndGoNothingIsRememberedOnceTheirSourcesHaveAnotherOwner() {
    Heartbeats heard = new Heartbeats();
    GoneTailers gone = new GoneTailers(process -> true);
    OwnerTable table = new OwnerTable();
    for (int i = 1; i <= 100; i++) {
      heard.hear("tailer-" + i);
      table.apply(LOG, new OwnerRecord.Claim(Kind.CLAIMED, i, Room.process("tailer-" + i)));
      gone.look(table.all().values(), "self");
    }
    heard.retain(table.tailers());
    assertThat(heard.listened()).isOne();
    assertThat(table.tailers()).allMatch(gone::contains);
    for (int i = 1; i < 100; i++) {
      assertThat(gone.contains("tailer-" + i)).isFalse();
    }
  }

  @Test
  void whatTheBrokerDidNotTakeIsWrittenAgain() {
    Ownership a = room.enter("a");
    a.of(LOG);
    a.due(room.now()).forEach(write -> a.refused(write, room.now()));
    assertThat(a.undecided()).isFalse();
    room.pass(Heartbeats.EVERY_MILLIS).rounds(2, "a");
    assertThat(a.of(LOG)).isEqualTo(OWNED);
    assertThat(a.current(room.now())).isTrue();
  }

  @Test
  void heartbeatsComeTwoSecondsApart() {
    owned("a");
    long before = room.heartbeats();
    room.rounds(80, "a");
    assertThat(room.heartbeats() - before).isBetween(8L, 10L);
  }

  private Ownership owned(String id) {
    Ownership ownership = room.enter(id);
    ownership.of(LOG);
    room.rounds(2, id);
    assertThat(ownership.of(LOG)).isEqualTo(OWNED);
    return ownership;
  }
}
