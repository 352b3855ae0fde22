package io.berth.kube.device.expression;

import java.util.Map;
import java.util.TreeMap;

/** Devices that tests look at. */
final class Devices {
    private Devices() {}

    /** A GPU that says something of each kind, in two domains. */
    static Seen gpu() {
        Map<String, Attribute> attributes = new TreeMap<>();
        attributes.put("model", new Attribute.Text("A100-SXM4-80GB"));
        attributes.put("index", new Attribute.Whole(3));
        attributes.put("healthy", new Attribute.Flag(true));
        attributes.put("gpu.example.com/sharing", new Attribute.Flag(false));
        attributes.put("gpu.example.com/version", new Attribute.Version("550.54.15-beta.2+b7"));
        attributes.put("numa.example.org/node", new Attribute.Whole(-1));
        Map<String, String> capacities = new TreeMap<>();
        capacities.put("memory", "80Gi");
        capacities.put("gpu.example.com/slices", "7");
        capacities.put("net.example.org/rate", "1500m");
        capacities.put("net.example.org/huge", "20E");
        return new Seen("gpu.example.com", attributes, capacities, true);
    }

    /** One that says nothing. */
    static Seen bare() {
        return new Seen("", Map.of(), Map.of(), false);
    }
}
