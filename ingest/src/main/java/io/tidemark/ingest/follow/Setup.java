package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.find.Finder;
import java.io.InputStream;

/**
 * Which logs to follow, and how.
 *
 * @param fromEnd at the very first start, skip the present content of files
 * @param once read each file to its present end, then stop
 * @param stdin read if the finder was given {@code -}
 * @param naming names of the sources
 */
public record Setup(
    Finder finder,
    boolean fromEnd,
    boolean once,
    InputStream stdin,
    RotationPolicy policy,
    SourceNaming naming) {}
