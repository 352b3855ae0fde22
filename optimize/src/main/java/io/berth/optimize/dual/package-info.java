/** The dual solver: bounds and searches put together, and each step of a relaxation for those who want to read it. */
@NullMarked
package io.berth.optimize.dual;

import org.jspecify.annotations.NullMarked;
