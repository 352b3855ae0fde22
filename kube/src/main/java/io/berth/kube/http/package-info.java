/**
 * HTTP as a client speaks it: many calls over one connection of HTTP/2 (RFC 9113), with TLS in native code where there is some for this machine, and the client
 * of the JDK where a server has HTTP/1.1 alone (decision 52). Knows nothing of Kubernetes.
 */
@NullMarked
package io.berth.kube.http;

import org.jspecify.annotations.NullMarked;
