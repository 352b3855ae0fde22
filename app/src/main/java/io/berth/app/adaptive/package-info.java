/** A strategy that changes by itself while real jobs run (decision 101). */
@NullMarked
package io.berth.app.adaptive;

import org.jspecify.annotations.NullMarked;
