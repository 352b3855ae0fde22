/** Scheduling as Markov decision processes: what an agent sees, may do and is rewarded for, and the worlds it is played in. */
@NullMarked
package io.berth.learn.environment;

import org.jspecify.annotations.NullMarked;
