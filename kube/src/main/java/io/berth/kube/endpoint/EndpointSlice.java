package io.berth.kube.endpoint;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code discovery.k8s.io/v1 EndpointSlice}.
 *
 * @param places those that are ready, by the name of their pod
 * @param ports by name, which may be empty
 */
record EndpointSlice(Meta meta, List<Place> places, Map<String, Integer> ports) implements KubeObject {
    /** One that is ready. */
    record Place(String name, String address) {}

    static EndpointSlice read(Message message) {
        Meta meta = new Meta(new ObjectKey("", "", ""), "", false, 0, Map.of(), Map.of(), null);
        List<Place> places = new ArrayList<>();
        Map<String, Integer> ports = new LinkedHashMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> places.addAll(message.message(EndpointSlice::place));
                case 3 -> message.message(port -> port(port, ports));
                default -> message.skip();
            }
        }
        return new EndpointSlice(meta, places, ports);
    }

    /** One, or none where it is not ready; where nobody says so, it is. */
    private static List<Place> place(Message message) {
        String address = "";
        String pod = "";
        boolean ready = true;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> {
                    String next = message.text();
                    // All addresses of one are of the same pod; clients take the first.
                    address = address.isEmpty() ? next : address;
                }
                case 2 -> ready = message.message(EndpointSlice::ready);
                case 4 -> pod = message.message(reference -> reference.only(3));
                default -> message.skip();
            }
        }
        return ready && !address.isEmpty() ? List.of(new Place(pod.isEmpty() ? address : pod, address)) : List.of();
    }

    private static boolean ready(Message conditions) {
        boolean ready = true;
        for (int field = conditions.next(); field != 0; field = conditions.next()) {
            if (field == 1) {
                ready = conditions.flag();
            } else {
                conditions.skip();
            }
        }
        return ready;
    }

    private static boolean port(Message message, Map<String, Integer> ports) {
        String name = "";
        int number = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> name = message.text();
                case 3 -> number = message.whole();
                default -> message.skip();
            }
        }
        if (number > 0) {
            ports.put(name, number);
        }
        return number > 0;
    }
}
