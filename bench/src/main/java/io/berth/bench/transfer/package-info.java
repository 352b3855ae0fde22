/** What a model of one log saves in learning on another. */
@NullMarked
package io.berth.bench.transfer;

import org.jspecify.annotations.NullMarked;
