/** What was when: figures of the whole, of queues and of owners, down-sampled and kept over restarts. */
@org.jspecify.annotations.NullMarked
package io.berth.console.series;
