/**
 * The journal on disk: append-only segments of checksummed records, snapshots beside them, and the way back from both to a
 * state. Nothing here reads a clock or the environment, so the same frames are the same bytes.
 */
package io.berth.live.journal;
