/** The past of a run, read from its journal on disk; the engine's thread has no part in it. */
@org.jspecify.annotations.NullMarked
package io.berth.console.history;
