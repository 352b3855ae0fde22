/**
 * Training curves: the values that running tasks print or send, kept with bounded memory, and how far their jobs are. Nothing
 * here knows how tasks are run: their output comes through {@link io.berth.console.curve.Tails}.
 */
@NullMarked
package io.berth.console.curve;

import org.jspecify.annotations.NullMarked;
