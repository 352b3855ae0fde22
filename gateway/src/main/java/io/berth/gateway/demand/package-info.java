/** What comes for servers that somebody else starts and stops: told to whom it concerns, other gateways with them, so that there are as many as it needs (decision 108). */
@NullMarked
package io.berth.gateway.demand;

import org.jspecify.annotations.NullMarked;
