package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.rotation.Appearances;
import java.io.InputStream;

/**
 * Which logs to follow, and how.
 *
 * @param fromEnd at the very first start, skip the present content of files
 * @param once read each file to its present end, then stop
 * @param stdin read if the finder was given {@code -}
 * @param naming names of the sources
 * @param appearances counts the files that come to the paths of logs; the tailer closes it
 */
public record Setup(
    Finder finder,
    boolean fromEnd,
    boolean once,
    InputStream stdin,
    RotationPolicy policy,
    SourceNaming naming,
    Appearances appearances) {}
