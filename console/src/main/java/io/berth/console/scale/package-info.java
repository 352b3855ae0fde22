/** Services whose number of replicas follows the requests that gateways have for them, as {@code core.scale} decides (decision 108). */
@NullMarked
package io.berth.console.scale;

import org.jspecify.annotations.NullMarked;
