/** Jobs that run whose tasks may come and go: which there are, and which of their tasks make room for a job that waits. */
package io.berth.core.plan.resize;
