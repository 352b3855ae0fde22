/** Assignment problems: who may do what, what it costs, what room there is, and whether an assignment keeps to it. */
@NullMarked
package io.berth.optimize.problem;

import org.jspecify.annotations.NullMarked;
