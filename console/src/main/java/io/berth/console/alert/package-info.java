/** What somebody should look at: jobs that hold more than they use, do not get on, or are about to fail. */
@NullMarked
package io.berth.console.alert;

import org.jspecify.annotations.NullMarked;
