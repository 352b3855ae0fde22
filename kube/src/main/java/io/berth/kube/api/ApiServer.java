package io.berth.kube.api;

import io.berth.kube.http.Tls;
import java.net.URI;
import java.util.function.Supplier;

/**
 * Where an API server is, and who asks.
 *
 * @param address scheme, host, port and perhaps a path
 * @param tls whom to believe, and the certificate of who asks where he has one
 * @param token asked for each call, since it is given anew now and then; empty for none
 */
public record ApiServer(URI address, Tls tls, Supplier<String> token) {}
