/** Assignment problems by published recipes and how well they are solved. */
@NullMarked
package io.berth.bench.solve;

import org.jspecify.annotations.NullMarked;
