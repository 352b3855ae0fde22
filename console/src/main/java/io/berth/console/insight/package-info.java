/** What is learnt from jobs while they run, put together for the API. */
@NullMarked
package io.berth.console.insight;

import org.jspecify.annotations.NullMarked;
