package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.content.Fingerprint;
import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.own.Owners.Standing;
import io.tidemark.model.log.Position;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnedOutletTest {

  /** Owners with fixed answers. */
  private static final class SetOwners implements Owners {
    private final Map<String, Standing> standings = new HashMap<>();
    private boolean current = true;

    @Override
    public Standing of(String source) {
      return standings.getOrDefault(source, Standing.OWNED);
    }

    @Override
    public boolean current(long steadyMillis) {
      return current;
    }
  }

  private final MemoryOutlet broker = MemoryOutlet.prompt();
  private final SetOwners owners = new SetOwners();
  private final OwnedOutlet outlet = new OwnedOutlet(broker, owners, new SteppedClock(), "stdin");

  private void keep(String source, long offset) {
    Position position =
        new Position(
            source,
            new Position.FileIdentity("file:///" + source, "(k)", 1),
            offset,
            1,
            Fingerprint.LOST,
            false,
            new Position.Lineage(1, "@", null));
    outlet.keep(source, position, () -> {});
  }

  private void settle() {
    outlet.settle();
    outlet.settle();
  }

  @Test
  void aPositionDoesNotWaitForTheClaimOfAnotherSource() {
    owners.standings.put("b.log", Standing.CLAIMED);
    keep("b.log", 1);
    keep("a.log", 2);
    settle();
    assertThat(broker.positions).containsOnlyKeys("a.log");
  }

  @Test
  void positionsOfASourceThatIsClaimedFollowInTheirOrderOnceItIsOwned() {
    owners.standings.put("b.log", Standing.CLAIMED);
    keep("b.log", 1);
    keep("b.log", 2);
    owners.standings.put("b.log", Standing.OWNED);
    keep("b.log", 3);
    settle();
    assertThat(broker.positions.get("b.log").offset()).isEqualTo(3);
  }

  @Test
  void whatIsHeldUntilTheTailerIsCurrentIsNotTakenForKept() {
    owners.current = false;
    keep("a.log", 1);
    assertThat(broker.idle()).isTrue();
    assertThat(outlet.idle()).isFalse();

    owners.current = true;
    settle();
    assertThat(broker.positions).containsOnlyKeys("a.log");
    assertThat(outlet.idle()).isTrue();
  }

  @Test
  void ofASourceThatAnotherTailerFollowsNothingIsKept() {
    owners.standings.put("a.log", Standing.CLAIMED);
    keep("a.log", 1);
    owners.standings.put("a.log", Standing.ELSEWHERE);
    settle();
    assertThat(broker.positions).isEmpty();
    assertThat(outlet.idle()).isTrue();
  }
}
