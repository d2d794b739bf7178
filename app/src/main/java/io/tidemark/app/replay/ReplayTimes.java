package io.tidemark.app.replay;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What the user states about a log's times.
 *
 * @param zone of dates that name none
 * @param start begin of a log without dates; a date without a year is placed near it; {@code null}:
 *     the log ends at the last change of its file
 */
public record ReplayTimes(ZoneId zone, @Nullable Instant start) {}
