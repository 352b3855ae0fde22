/** Plans for windows of the queue: what a placement costs the jobs to come, and searches for the best of several at once. */
@NullMarked
package io.berth.optimize.strategy;

import org.jspecify.annotations.NullMarked;
