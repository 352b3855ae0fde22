/** Who asks the gateway: keys, quotas, budgets, and what each tenant took. */
@NullMarked
package io.berth.gateway.tenant;

import org.jspecify.annotations.NullMarked;
