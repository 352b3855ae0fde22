/** What gateways before the same servers tell one another: what tenants took, what is at servers, and what comes for servers that follow it. */
@NullMarked
package io.berth.gateway.peer;

import org.jspecify.annotations.NullMarked;
