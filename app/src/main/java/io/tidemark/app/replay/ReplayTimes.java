package io.tidemark.app.replay;

import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The user's information about a log's times.
 *
 * @param zone of dates that name none
 * @param start start of a log without dates, and reference for dates without a year; {@code null}
 *     if the log ends at the last change of its file
 */
public record ReplayTimes(ZoneId zone, @Nullable Instant start) {}
