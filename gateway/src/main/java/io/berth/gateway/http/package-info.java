/**
 * Connections of clients and to model servers. Bytes flow through as they come:
 *
 * <pre>
 * client ─▶ ClientHandler ─▶ Exchange ─▶ Desk (which server?) ─▶ Backends ─▶ BackendHandler ─▶ server
 *    ◀────────────────────────── Exchange ◀───────────────────────────────────────┘
 * </pre>
 *
 * An exchange, its client's connection and its server's are of one event loop, so that nothing of it is shared between threads.
 */
@NullMarked
package io.berth.gateway.http;

import org.jspecify.annotations.NullMarked;
