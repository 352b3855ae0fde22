/** Agents that learn: how they act and how experience changes them. */
@NullMarked
package io.berth.learn.agent;

import org.jspecify.annotations.NullMarked;
