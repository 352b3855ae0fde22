/** What changed, as it changes: a bounded ring of changes, and the server-sent events that readers follow it by. */
package io.berth.console.event;
