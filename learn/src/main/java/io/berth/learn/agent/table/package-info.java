/** Agents that keep a number for each state and action. */
@NullMarked
package io.berth.learn.agent.table;

import org.jspecify.annotations.NullMarked;
