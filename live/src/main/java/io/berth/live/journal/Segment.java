package io.berth.live.journal;

import java.nio.file.Path;

/**
 * A file of frames.
 *
 * @param firstFrame the number of its first frame, as its name says
 */
record Segment(Path path, long firstFrame) {}
