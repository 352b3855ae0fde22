/** Alerts on their way to people and to programs that page them: what stands is told, not what happened, so nothing depends on one message. */
@NullMarked
package io.berth.edge.alert;

import org.jspecify.annotations.NullMarked;
