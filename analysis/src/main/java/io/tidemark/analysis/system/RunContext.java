package io.tidemark.analysis.system;

import io.tidemark.analysis.memory.Devices;
import io.tidemark.analysis.plan.Plans;

/**
 * The parts of a run that all systems share.
 *
 * @param source name of the log
 */
public record RunContext(String source, Devices devices, Plans plans) {}
