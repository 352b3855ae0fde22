/** What a state holds that knows nothing of the state: how far a job is, how it ended, what was promised, what is planned together. */
package io.berth.core.state.part;
