package io.tidemark.ingest.own;

import io.tidemark.model.log.TailerProcess;

/** A source of this tailer that another tailer has taken over. */
public record TakenSource(String source, TailerProcess owner) {}
