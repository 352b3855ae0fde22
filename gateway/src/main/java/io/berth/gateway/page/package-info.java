/** The page for those who look after a gateway: servers, requests, what another balancer would have made of them (decision 70). */
@NullMarked
package io.berth.gateway.page;

import org.jspecify.annotations.NullMarked;
