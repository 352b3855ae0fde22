/** What all ways to solve a problem have in common: what they get, what they may spend, what they answer. */
@NullMarked
package io.berth.optimize.solver;

import org.jspecify.annotations.NullMarked;
