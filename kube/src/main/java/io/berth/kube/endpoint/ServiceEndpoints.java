package io.berth.kube.endpoint;

import io.berth.kube.api.ApiClient;
import io.berth.kube.watch.Reflector;
import io.berth.kube.watch.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The ready endpoints of a Service, by the EndpointSlices that are made for it. */
public final class ServiceEndpoints implements AutoCloseable {
    private static final String SERVICE = "kubernetes.io/service-name";
    private static final String USUAL = "http";

    private final Reflector<EndpointSlice> reflector;
    private final ApiClient client;
    private final Silence silence;

    /**
     * @param client closed with this
     * @param port its name or number; empty for the one named http, else the first
     * @param heard told of all that are ready, after each change
     * @param notes told of what goes wrong
     */
    public ServiceEndpoints(
            ApiClient client,
            NamedObject service,
            String port,
            Consumer<List<Endpoint>> heard,
            Consumer<String> notes) {
        this.client = client;
        Resource<EndpointSlice> slices = new Resource<>(
                "/apis/discovery.k8s.io/v1/namespaces/" + service.namespace() + "/endpointslices?labelSelector="
                        + SERVICE.replace("/", "%2F") + "%3D" + service.name(),
                "endpoint slices of " + service.name(),
                EndpointSlice::read);
        reflector = new Reflector<>(
                client,
                List.of(slices),
                new Followed<>(all -> endpoints(all, service.name(), port), heard),
                Reflector.Need.ALWAYS,
                notes);
        silence = new Silence(() -> List.of(reflector));
    }

    /** Begins. */
    public void start() {
        reflector.start();
    }

    @Override
    public void close() {
        silence.close();
        reflector.close();
        client.close();
    }

    static List<Endpoint> endpoints(List<EndpointSlice> slices, String service, String port) {
        // A pod of two families of addresses is in a slice of each: it is one server all the same.
        Map<String, Endpoint> byName = new LinkedHashMap<>();
        for (EndpointSlice slice : slices) {
            int number = service.equals(slice.meta().labels().get(SERVICE)) ? port(slice.ports(), port) : 0;
            if (number > 0) {
                slice.places()
                        .forEach(place ->
                                byName.putIfAbsent(place.name(), new Endpoint(place.name(), place.address(), number)));
            }
        }
        return new ArrayList<>(byName.values());
    }

    /** 0 where there is none. */
    private static int port(Map<String, Integer> ports, String wanted) {
        if (ports.isEmpty()) {
            return 0;
        }
        if (wanted.isEmpty()) {
            return ports.getOrDefault(USUAL, ports.values().iterator().next());
        }
        for (Map.Entry<String, Integer> port : ports.entrySet()) {
            if (port.getKey().equals(wanted)
                    || Integer.toString(port.getValue()).equals(wanted)) {
                return port.getValue();
            }
        }
        return 0;
    }
}
