/** {@code berth imitate}: a network that schedules as somebody else does. */
@NullMarked
package io.berth.app.imitate;

import org.jspecify.annotations.NullMarked;
