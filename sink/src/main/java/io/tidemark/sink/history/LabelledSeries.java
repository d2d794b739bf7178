package io.tidemark.sink.history;

import java.util.SortedMap;

/** A series of a remote write; equal to another if name and labels are. */
public interface LabelledSeries {

  String name();

  /** The labels without {@code __name__}. */
  SortedMap<String, String> labels();
}
