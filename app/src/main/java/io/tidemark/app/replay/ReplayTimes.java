package io.tidemark.app.replay;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The times of a log, given by the user beside the log.
 *
 * @param zone of dates that name none
 * @param start when a log without a date began, and near which a date without a year is; {@code
 *     null} for the file's last change as its end
 */
public record ReplayTimes(ZoneId zone, @Nullable Instant start) {}
