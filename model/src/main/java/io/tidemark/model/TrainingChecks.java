package io.tidemark.model;

/**
 * How far a trainer's summary can be relied on.
 *
 * @param peakUnreliable phases of one name hide each other (gradient accumulation in versions that
 *     kept a name's last trace only), so the peak may be higher than stated
 * @param inconsistent how many of the identities between the figures are broken
 */
public record TrainingChecks(boolean peakUnreliable, int inconsistent) {}
