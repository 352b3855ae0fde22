/** By what queues take turns, as strategies say it; what is reckoned with them stands in {@link io.berth.core.queue}. */
package io.berth.core.policy.share;
