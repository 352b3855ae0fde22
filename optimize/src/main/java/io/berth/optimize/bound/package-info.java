/** Lower bounds on what an assignment costs: Lagrangian relaxations, evaluated exactly, and ways to raise them. */
@NullMarked
package io.berth.optimize.bound;

import org.jspecify.annotations.NullMarked;
