@NullMarked
package io.berth.optimize.large;

import org.jspecify.annotations.NullMarked;
