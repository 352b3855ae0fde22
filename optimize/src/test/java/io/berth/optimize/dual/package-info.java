@NullMarked
package io.berth.optimize.dual;

import org.jspecify.annotations.NullMarked;
