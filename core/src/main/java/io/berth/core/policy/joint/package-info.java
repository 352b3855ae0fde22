/** Order and placement that were learnt together: a network that scores pairs of a pending job and a node (decision 114). */
@NullMarked
package io.berth.core.policy.joint;

import org.jspecify.annotations.NullMarked;
