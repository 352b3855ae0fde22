/** Orders that choose among all waiting jobs. */
@NullMarked
package io.berth.testkit.choice;

import org.jspecify.annotations.NullMarked;
