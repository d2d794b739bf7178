package io.tidemark.sink.board;

/** The format that a rejected line began like, and the reason of its rejection. */
public record RejectKind(String format, String reason) {

  static final RejectKind OTHER = new RejectKind("__other__", "__other__");
}
