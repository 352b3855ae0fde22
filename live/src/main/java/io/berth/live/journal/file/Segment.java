package io.berth.live.journal.file;

import java.nio.file.Path;

/**
 * A file of frames.
 *
 * @param firstFrame the number of its first frame, as its name says
 */
public record Segment(Path path, long firstFrame) {}
