/**
 * Picks servers for Envoy, which carries the bytes itself and asks for each request by {@code ext_proc}: the Endpoint Picker Protocol of
 * the Gateway API's inference extension. Whoever decides is the same desk that decides for the gateway's own clients.
 *
 * <p>Only this package knows gRPC, and nothing of it is loaded where no picker is wanted.
 */
@NullMarked
package io.berth.gateway.picker;

import org.jspecify.annotations.NullMarked;
