package io.tidemark.analysis.system.zant;

import io.tidemark.analysis.memory.OpNameLimiter;
import io.tidemark.analysis.plan.PageTexts;
import io.tidemark.analysis.system.zant.ZantPlan.Borrow;
import io.tidemark.analysis.system.zant.ZantPlan.Tensor;
import io.tidemark.model.plan.FindingKind;
import io.tidemark.model.plan.PlanRecord.Finding;
import io.tidemark.model.plan.PlanRecord.Partner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Errors and oddities in a static plan of Z-Ant, by tensor and by buffer. */
final class ZantFindings {

  private final boolean sharesWithinAStep;
  private final Map<Integer, List<Tensor>> byBuffer = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();

  private ZantFindings(ZantPlan plan) {
    // The greedy planner, and the list form that it wrote, may reuse a buffer within an epoch.
    String planner = plan.planner();
    this.sharesWithinAStep = planner == null || planner.equals("heuristic v0");
  }

  static List<Finding> of(ZantPlan plan) {
    ZantFindings found = new ZantFindings(plan);
    Set<String> names = new HashSet<>();
    for (Tensor tensor : plan.tensors()) {
      if (!names.add(tensor.name())) {
        found.add(FindingKind.DUP_NAME, tensor.name());
      }
      found.tensor(tensor);
    }
    found.byBuffer.forEach(found::buffer);
    found.idGaps();
    return found.findings;
  }

  /**
   * Whether a tensor is live at any step. For a tensor without a consumer, planner v0 writes an end
   * before the start.
   */
  static boolean lives(@Nullable Borrow buffer) {
    return buffer != null && buffer.lastStep() >= buffer.firstStep();
  }

  private void add(FindingKind kind, String what) {
    findings.add(new Finding(kind, PageTexts.limited(what)));
  }

  private void add(FindingKind kind, String what, Partner one, Partner other) {
    findings.add(new Finding(kind, PageTexts.limited(what), List.of(one, other)));
  }

  private static Partner partner(String name, Borrow buffer, long elements) {
    return new Partner(OpNameLimiter.cut(name), ElementType.bytes(buffer.elementType(), elements));
  }

  private void tensor(Tensor tensor) {
    Borrow buffer = tensor.buffer();
    if (buffer == null) {
      add(FindingKind.NULL_BUFFER, tensor.name());
      return;
    }
    if (tensor.elements() > buffer.elements()) {
      add(
          FindingKind.TOO_BIG,
          tensor.name(),
          partner(tensor.name(), buffer, tensor.elements()),
          partner("buffer " + buffer.id(), buffer, buffer.elements()));
    }
    if (!lives(buffer)) {
      add(FindingKind.UNTERMINATED, tensor.name());
    }
    if (ElementType.width(buffer.elementType()) == 0) {
      add(FindingKind.UNKNOWN_TYPE, buffer.elementType() + " of " + tensor.name());
    }
    byBuffer.computeIfAbsent(buffer.id(), id -> new ArrayList<>()).add(tensor);
  }

  private void buffer(int id, List<Tensor> tensors) {
    Map<String, Borrow> first = new HashMap<>();
    List<Tensor> living = new ArrayList<>();
    for (Tensor tensor : tensors) {
      Borrow buffer = tensor.buffer();
      if (buffer != null) {
        Borrow known = first.computeIfAbsent("", key -> buffer);
        if (known.elements() != buffer.elements()) {
          add(FindingKind.SIZE_CONFLICT, "buffer " + id + " at " + tensor.name());
        }
        if (!known.elementType().equals(buffer.elementType())) {
          add(FindingKind.TYPE_CONFLICT, "buffer " + id + " at " + tensor.name());
        }
        if (lives(buffer)) {
          living.add(tensor);
        }
      }
    }
    overlaps(id, living);
  }

  private record Life(Partner tensor, int firstStep, int lastStep) {}

  /**
   * Compares each tensor with the longest lifetime so far, which finds whether any two overlap. A
   * buffer is reused, not shared, if a tensor begins at the last step of the previous holder. Two
   * tensors that begin at the same step share it.
   */
  private void overlaps(int id, List<Tensor> tensors) {
    List<Life> lives = new ArrayList<>();
    for (Tensor tensor : tensors) {
      Borrow buffer = tensor.buffer();
      if (buffer != null) {
        Partner partner = partner(tensor.name(), buffer, tensor.elements());
        lives.add(new Life(partner, buffer.firstStep(), buffer.lastStep()));
      }
    }
    lives.sort(Comparator.comparingInt(Life::firstStep).thenComparingInt(Life::lastStep));
    Life longest = null;
    Life before = null;
    for (Life life : lives) {
      if (longest != null && life.firstStep() <= longest.lastStep()) {
        boolean handedOn =
            life.firstStep() == longest.lastStep()
                && (before == null || before.firstStep() < life.firstStep());
        boolean touch = sharesWithinAStep && handedOn;
        add(
            touch ? FindingKind.TOUCH : FindingKind.OVERLAP,
            "buffer " + id + " at step " + life.firstStep(),
            longest.tensor(),
            life.tensor());
      }
      before = life;
      longest = longest == null || life.lastStep() > longest.lastStep() ? life : longest;
    }
  }

  private void idGaps() {
    int expected = 0;
    for (int id : byBuffer.keySet()) {
      if (id != expected) {
        add(FindingKind.ID_GAP, "buffer " + expected + " to " + (id - 1));
      }
      expected = id + 1;
    }
  }
}
