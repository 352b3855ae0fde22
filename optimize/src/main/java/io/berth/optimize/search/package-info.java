/** Assignments: made greedily, repaired from what a relaxation chose, and bettered by local search. */
@NullMarked
package io.berth.optimize.search;

import org.jspecify.annotations.NullMarked;
