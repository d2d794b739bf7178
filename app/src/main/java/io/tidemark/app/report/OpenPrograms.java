package io.tidemark.app.report;

import io.tidemark.app.report.LeftOut.Part;
import io.tidemark.app.report.OperationRow.Weight;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The programs that run inside one another, by the same rules as in the analysis. */
final class OpenPrograms {

  /** As deep as the analysis follows; the deepest nesting seen is three. */
  private static final int MAX_DEPTH = 8;

  private final Deque<Program> open = new ArrayDeque<>();
  private final LeftOut leftOut;

  /**
   * A program that runs.
   *
   * @param weights the weights of the op that runs it
   */
  record Program(String name, List<Weight> weights) {
    boolean constEval() {
      return name.contains("const_eval");
    }
  }

  OpenPrograms(LeftOut leftOut) {
    this.leftOut = leftOut;
  }

  /** An outermost program that starts again was ended by something that no line reports. */
  void start(String name, List<Weight> weights) {
    if (!open.isEmpty() && open.getLast().name().equals(name)) {
      abandon();
    }
    if (open.size() == MAX_DEPTH) {
      leftOut.add(Part.DEPTH, 1);
      return;
    }
    open.push(new Program(name, weights));
  }

  /** The program and those within it are over. */
  void finish(String name) {
    if (open.stream().noneMatch(program -> program.name().equals(name))) {
      return;
    }
    Program finished;
    do {
      finished = open.pop();
    } while (!finished.name().equals(name));
  }

  /** Something ended all that ran. */
  void abandon() {
    open.clear();
  }

  /** The innermost program that computes constants once. */
  @Nullable Program constEval() {
    return open.stream().filter(Program::constEval).findFirst().orElse(null);
  }

  int depth() {
    return open.size();
  }
}
