/**
 * What would start a job that waits: changes of what it asks for, each tried on a copy of the state by the pass that would follow. {@code
 * Remedies} is the door.
 */
package io.berth.core.remedy;
