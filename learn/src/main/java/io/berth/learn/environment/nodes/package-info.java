/** Tasks that are given to a few nodes, by how full the first of them is: a published example for a table. */
@NullMarked
package io.berth.learn.environment.nodes;

import org.jspecify.annotations.NullMarked;
