package io.berth.live.journal.file;

import java.nio.file.Path;

/**
 * The beginning of a last record whose writing was cut off; it was never acknowledged.
 *
 * @param segment the file, the last of its journal
 * @param offset where the record begins, bytes
 * @param bytes how much of it is there
 */
public record TornTail(Path segment, long offset, long bytes) {}
