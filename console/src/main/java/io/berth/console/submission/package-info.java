/**
 * Submissions that say who they are: an idempotency key makes a repeated request the same submission, over restarts too.
 *
 * <p>A key is made a place in the sequence of an origin, which the engine's journal knows: the pair (key, sequence) is written to a
 * file of its own and forced to the disk before the submission is handed to the engine under that sequence. Whatever crash comes
 * between, the journal then says whether the sequence was taken: if so the key answers with its job, if not the key is as new.
 */
package io.berth.console.submission;
