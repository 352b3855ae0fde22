package io.berth.testkit.kube.scale;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Optional;

/** The Deployment whose replicas are scaled. */
public final class Llama {
    private Llama() {}

    /** It and its namespace, as a manifest that asks for {@code replicas}. */
    public static String manifest(int replicas) {
        return """
                apiVersion: v1
                kind: Namespace
                metadata: {name: models}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: llama, namespace: models}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: llama}}
                  template:
                    metadata: {labels: {app: llama}}
                    spec: {containers: [{name: it, image: "none:1"}]}
                """.formatted(replicas);
    }

    /** That of this machine by which a server of it may be an endpoint: the API server takes none of the loopback. */
    public static Optional<String> address() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(one -> one instanceof Inet4Address && !one.isLoopbackAddress() && !one.isLinkLocalAddress())
                    .map(InetAddress::getHostAddress)
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
