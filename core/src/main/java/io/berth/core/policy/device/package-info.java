/** On which devices a job goes first, where those that will do are not alike. */
@NullMarked
package io.berth.core.policy.device;

import org.jspecify.annotations.NullMarked;
