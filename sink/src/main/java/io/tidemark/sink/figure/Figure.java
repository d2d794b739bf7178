package io.tidemark.sink.figure;

/** The value of one series, in the unit that the meter's name ends with. */
public record Figure(SeriesKey series, double value) {}
