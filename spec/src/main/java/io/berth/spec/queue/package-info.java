/** Queues as users declare them, the same in scenarios, configuration and clusters. */
package io.berth.spec.queue;
