package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.event.BufferContents;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.PlannedBuffer;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanPeaks;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanRecord.Partner;
import io.tidemark.model.plan.PlanState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZantPlansTest {

  private static LogRun run(String text) {
    return LogRun.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static PlanRecord.Summary summary(LogRun run) {
    return run.plans.values().stream()
        .filter(PlanRecord.Summary.class::isInstance)
        .map(PlanRecord.Summary.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static LogRun allocator() {
    return LogRun.of(GoldenCase.log("zant/allocator"));
  }

  private static String row(String name, int size, int id, int of, String type, int from, int to) {
    return ("{\"name\":\"%s\",\"size\":%d,\"backing_buffer\":{\"id\":%d,\"size\":%d,"
            + "\"element_type\":\"%s\",\"start_borrow\":%d,\"end_borrow\":%d}}")
        .formatted(name, size, id, of, type, from, to);
  }

  private static List<Finding> findings(String planner, String... rows) {
    return summary(
            run(
                "{\"metadata\":{\"planner\":\"%s\"},\"tensors\":[%s]}"
                    .formatted(planner, String.join(",", rows))))
        .findings();
  }

  /** Returns findings without the conflicting buffers. */
  private static List<Finding> kinds(String planner, String... rows) {
    return findings(planner, rows).stream()
        .map(found -> new Finding(found.kind(), found.what()))
        .toList();
  }

  @Test
  void aFindingNamesBothTensorsWithTheirSizes() {
    String name = "n".repeat(200);
    List<Finding> found =
        findings("heuristic v1", row("a", 4, 0, 9, "f32", 0, 2), row("b", 9, 0, 9, "f32", 1, 3));
    assertThat(found.get(0).partners()).containsExactly(new Partner("a", 16), new Partner("b", 36));

    Finding tooBig = findings("heuristic v1", row(name, 5, 3, 4, "i64", 0, 2)).get(0);
    assertThat(tooBig.what()).isEqualTo(name);
    assertThat(tooBig.partners())
        .extracting(Partner::bytes, partner -> partner.buffer().length())
        .containsExactly(tuple(40L, 128), tuple(32L, 8));
  }

  @Test
  void aTensorsNameIsWholeUpToAKibibyteAndItsElementsAndBufferAreNamed() {
    LogRun run =
        run(
            "[%s,%s]"
                .formatted(
                    row("n".repeat(1024), 5, 7, 8, "f32", 0, 2),
                    row("m".repeat(1025), 6, 8, 8, "q7", 0, 2)));
    List<PlannedBuffer> buffers =
        run.events.stream()
            .filter(MemoryEvent.Interval.class::isInstance)
            .map(event -> ((MemoryEvent.Interval) event).buffer())
            .toList();
    assertThat(buffers.get(1).name()).isEqualTo("n".repeat(1024));
    assertThat(buffers.get(1).contents())
        .isEqualTo(new BufferContents(null, "f32", null, 5L, 7L, null, null));
    assertThat(buffers.get(0).name()).hasSize(1024).startsWith("mmm").contains("~");
  }

  @Test
  void buffersThatMeetAreFound() {
    String first = row("a", 4, 0, 4, "u8", 0, 2);
    assertThat(kinds("heuristic v1", first, row("b", 4, 0, 4, "u8", 1, 3)))
        .containsExactly(new Finding(FindingKind.OVERLAP, "buffer 0 at step 1"));
    assertThat(kinds("heuristic v1", first, row("b", 4, 0, 4, "u8", 2, 3)))
        .containsExactly(new Finding(FindingKind.OVERLAP, "buffer 0 at step 2"));
    assertThat(kinds("heuristic v0", first, row("b", 4, 0, 4, "u8", 2, 3)))
        .containsExactly(new Finding(FindingKind.TOUCH, "buffer 0 at step 2"));
    assertThat(kinds("heuristic v1", first, row("b", 4, 0, 4, "u8", 3, 3))).isEmpty();
  }

  @Test
  void onlyABufferHandedOnAtTheLastStepOfItsHolderIsATouch() {
    String held = row("a", 4, 0, 4, "u8", 0, 2);
    String next = row("b", 4, 0, 4, "u8", 2, 3);
    assertThat(kinds("heuristic v0", held, next, row("c", 4, 0, 4, "u8", 3, 4)))
        .containsExactly(
            new Finding(FindingKind.TOUCH, "buffer 0 at step 2"),
            new Finding(FindingKind.TOUCH, "buffer 0 at step 3"));
    assertThat(kinds("heuristic v0", row("a", 4, 0, 4, "u8", 2, 2), next))
        .containsExactly(new Finding(FindingKind.OVERLAP, "buffer 0 at step 2"));
    assertThat(kinds("heuristic v0", held, row("c", 4, 0, 4, "u8", 2, 2), next))
        .containsExactly(
            new Finding(FindingKind.TOUCH, "buffer 0 at step 2"),
            new Finding(FindingKind.OVERLAP, "buffer 0 at step 2"));
    assertThat(kinds("my own v0", held, next))
        .containsExactly(new Finding(FindingKind.OVERLAP, "buffer 0 at step 2"));
  }

  @Test
  void aTensorThatIsLargerThanItsBufferMakesTheArenaNoLarger() {
    PlanRecord.Summary plan =
        summary(
            run("[%s,%s]".formatted(row("a", 4, 0, 4, "u8", 0, 2), row("b", 9, 1, 5, "u8", 1, 3))));
    assertThat(plan.arenaBytes()).isEqualTo(9);
    assertThat(plan.findings()).extracting(Finding::kind).containsExactly(FindingKind.TOO_BIG);
  }

  @Test
  void anEmptyListIsAPlanOnTheLineAfterItsAnnouncementOnly() {
    LogRun run = run("[]\nStatic memory planning\n[]\n[]\n");
    assertThat(run.plans).hasSize(1);
    assertThat(summary(run).state()).isEqualTo(PlanState.COMPLETE);
    assertThat(summary(run).arena().placements().placed()).isZero();
    assertThat(summary(run).use().steps()).isZero();
    assertThat(run("Static memory planning\nerror: not yet\n[]\n").plans).isEmpty();
    assertThat(run("[]\n").runs.firstEntry().getValue().formats()).isEmpty();
  }

  @Test
  void ofVeryManyOwnersTheLargestAreTold() {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(row("t" + i, 1 + i, i, 20, "u8", 0, 1));
    }
    PlanRecord.Summary plan = summary(run("[" + String.join(",", rows) + "]"));
    assertThat(plan.peaks().owners()).hasSize(PlanPeaks.MAX_OWNERS);
    assertThat(plan.peaks().owners().get(0))
        .isEqualTo(new PlanRecord.Owner("t19", 19 * 20, 20, null, null));
    assertThat(plan.backings()).hasSize(20);
  }

  @Test
  void whatIsOddOfATensorIsFound() {
    assertThat(
            kinds(
                "heuristic v0",
                row("big", 5, 0, 4, "u8", 0, 1),
                row("end", 1, 0, 4, "u8", 7, 0),
                row("end", 1, 0, 4, "q7", 8, 9),
                row("size", 1, 2, 4, "i64", 2, 2),
                row("other", 1, 2, 8, "i64", 3, 3),
                "{\"name\":\"none\",\"size\":1,\"backing_buffer\":null}"))
        .containsExactlyInAnyOrder(
            new Finding(FindingKind.TOO_BIG, "big"),
            new Finding(FindingKind.UNTERMINATED, "end"),
            new Finding(FindingKind.DUP_NAME, "end"),
            new Finding(FindingKind.UNKNOWN_TYPE, "q7 of end"),
            new Finding(FindingKind.TYPE_CONFLICT, "buffer 0 at end"),
            new Finding(FindingKind.SIZE_CONFLICT, "buffer 2 at other"),
            new Finding(FindingKind.ID_GAP, "buffer 1 to 1"),
            new Finding(FindingKind.NULL_BUFFER, "none"));
  }

  @Test
  void widthsAreOfTheElementTypeAndAnEndedBeforeItBeganIsNotLive() {
    PlanRecord.Summary plan =
        summary(
            run(
                "["
                    + row("a", 10, 0, 10, "i64", 0, 1)
                    + ","
                    + row("b", 10, 1, 10, "f16", 1, 1)
                    + ","
                    + row("c", 10, 2, 10, "f32", 5, 0)
                    + "]"));
    assertThat(plan.use().usedPerStep()).containsExactly(80L, 100L);
    assertThat(plan.arenaBytes()).isEqualTo(80 + 20 + 40);
  }

  @Test
  void theTracingAllocatorIsAMemoryOfUnknownSize() {
    LogRun run =
        run(
            """
            debug(activation): a t     110592 l 110592 pa 4
            debug(activation): a t     221184 l 110592 pa 4
            debug(activation): f t     110592 l 110592
            """);
    assertThat(run.usage.get("log#1 0 ACTIVATION").tidemark().usedBytes()).isEqualTo(221_184);
    assertThat(run.usage.get("log#1 0 ACTIVATION").now().usedBytes()).isEqualTo(110_592);
    assertThat(run.usage.get("log#1 0 ACTIVATION").snapshots()).isEqualTo(3);
  }

  @Test
  void blocksResizedInPlaceAreAddedToTheAllocatorsSum() {
    LogRun run = allocator();
    MemoryUsage usage = run.usage.get("log#1 0 ACTIVATION");
    assertThat(usage.tidemark().usedBytes()).isEqualTo(36_864 + 4096 + 16_384);
    assertThat(usage.now().usedBytes()).isZero();
    assertThat(run.usage.get("log#1 0 WEIGHTS").now().usedBytes()).isEqualTo(8192);
    assertThat(run.plans).hasSize(1);
  }

  @Test
  void anAllocationWithoutRoomIsAFailureAndABlockThatCouldNotGrowIsNone() {
    LogRun run = allocator();
    assertThat(run.runs.firstEntry().getValue().failures().newest())
        .singleElement()
        .returns("ACTIVATION", MemoryEvent.OutOfMemory::memory)
        .returns(1_048_576L, o -> o.shortage().neededBytes())
        .returns(36_864L + 18_432, o -> o.bank().usedPerBank())
        .returns(Diagnosis.UNKNOWN, MemoryEvent.OutOfMemory::diagnosis);
  }

  @Test
  void aBlockThatGrewIsThereThoughItsSumWasLeftOut() {
    LogRun run = run("debug(net): expand - success - 10 to 30, buf_align: 0\n");
    assertThat(run.usage.get("log#1 0 NET").now().usedBytes()).isEqualTo(30);
  }
}
