package io.tidemark.ingest.own;

import io.tidemark.model.TailerProcess;

/** A source of this tailer that another one follows now. */
public record TakenSource(String source, TailerProcess owner) {}
