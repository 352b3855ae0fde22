@NullMarked
package io.berth.optimize.bound;

import org.jspecify.annotations.NullMarked;
