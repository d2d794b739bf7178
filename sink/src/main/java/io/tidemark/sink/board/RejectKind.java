package io.tidemark.sink.board;

/** What a line that broke was taken for, and why it broke. */
public record RejectKind(String format, String reason) {

  static final RejectKind OTHER = new RejectKind("__other__", "__other__");
}
