/**
 * Redis, where one is named: answers that several gateways keep together, and what they tell one another. No request waits for it longer
 * than a few milliseconds, and none fails because of it. Nothing of it is loaded where no Redis is named.
 */
@NullMarked
package io.berth.gateway.redis;

import org.jspecify.annotations.NullMarked;
