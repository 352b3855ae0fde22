/** One task per agent: the assignment problem proper, solved with its proof. */
@NullMarked
package io.berth.optimize.matching;

import org.jspecify.annotations.NullMarked;
