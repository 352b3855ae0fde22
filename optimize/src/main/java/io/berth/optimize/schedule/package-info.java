/** Tasks that an agent does one after another: when the last of them ends. */
@NullMarked
package io.berth.optimize.schedule;

import org.jspecify.annotations.NullMarked;
