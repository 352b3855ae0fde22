/** Policies that look at what nodes do, beside what their tasks ask for (decision 80). */
@NullMarked
package io.berth.core.policy.load;

import org.jspecify.annotations.NullMarked;
