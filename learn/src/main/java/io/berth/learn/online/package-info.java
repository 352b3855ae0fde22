/**
 * Learning beside a running system: experience from its journal, candidates in shadow, two judges, promotion, a guard. {@link
 * io.berth.learn.online.Learner} is the door.
 */
@NullMarked
package io.berth.learn.online;

import org.jspecify.annotations.NullMarked;
