/**
 * Tasks as processes of this machine. Each task has a launcher, a small shell script that outlives Berth: it claims the task by
 * creating a file, starts it, copies its output and records how it ended. So a task is started once and its end is known, whoever
 * dies in between; {@code docs/decisions/0009} goes through the deaths.
 */
@NullMarked
package io.berth.local.launch;

import org.jspecify.annotations.NullMarked;
