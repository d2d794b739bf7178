package io.tidemark.model.training;

/**
 * Reliability of a trainer's summary.
 *
 * @param peakUnreliable whether phases of the same name hide each other, so that the peak may be
 *     higher than stated. This happens with gradient accumulation in versions that kept only the
 *     last trace of a name.
 * @param inconsistent number of violated identities between the figures
 */
public record TrainingChecks(boolean peakUnreliable, int inconsistent) {}
