/** Which of the waiting jobs of a log goes next, on a machine of equal nodes: a fast model of the queue. */
@NullMarked
package io.berth.learn.environment.ordering;

import org.jspecify.annotations.NullMarked;
