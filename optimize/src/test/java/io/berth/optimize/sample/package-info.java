@NullMarked
package io.berth.optimize.sample;

import org.jspecify.annotations.NullMarked;
