/** Windows of the queue that are planned together: the question, who answers it, the answer. */
@NullMarked
package io.berth.core.policy.window;

import org.jspecify.annotations.NullMarked;
