/** {@code berth solve}: one assignment problem, solved to a proven gap. */
@NullMarked
package io.berth.app.solve;

import org.jspecify.annotations.NullMarked;
