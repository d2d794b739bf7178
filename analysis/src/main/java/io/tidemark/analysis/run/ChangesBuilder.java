package io.tidemark.analysis.run;

import io.tidemark.analysis.state.ChangedState;
import io.tidemark.model.alert.Alert;
import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.RunStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects changes until {@link #drain}. */
final class ChangesBuilder {

  final Map<RunId, RunStatus> runs = new HashMap<>();
  final ChangedState tracked = ChangedState.none();
  final Map<AlertKey, Alert> alerts = new HashMap<>();
  final List<Tombstones> gone = new ArrayList<>();

  Changes drain() {
    Changes changes =
        new Changes(
            runs,
            tracked.usage(),
            tracked.ops(),
            tracked.timelines(),
            tracked.plans(),
            alerts,
            gone);
    runs.clear();
    tracked.usage().clear();
    tracked.ops().clear();
    tracked.timelines().clear();
    tracked.plans().clear();
    alerts.clear();
    gone.clear();
    return changes;
  }
}
