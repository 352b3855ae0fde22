/** Declared queues as fields by number, and what is kept of them over time. */
package io.berth.core.journal.form.queue;
