/** What gateways before the same servers tell one another: what tenants took, and what is at servers. */
@NullMarked
package io.berth.gateway.peer;

import org.jspecify.annotations.NullMarked;
