/** Agents that take tasks of one queue: as a published example has it, and mended. */
@NullMarked
package io.berth.learn.environment.team;

import org.jspecify.annotations.NullMarked;
