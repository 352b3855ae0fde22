@NullMarked
package io.berth.optimize.search;

import org.jspecify.annotations.NullMarked;
