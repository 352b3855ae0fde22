package io.berth.kube.device.expression;

import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.Capacity;
import io.berth.kube.claim.Qualities;
import io.berth.kube.object.Quantity;
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
        Map<String, Capacity> capacities = new TreeMap<>();
        capacities.put("memory", new Capacity(Quantity.held("80Gi"), null));
        capacities.put("gpu.example.com/slices", new Capacity(Quantity.held("7"), null));
        capacities.put("net.example.org/rate", new Capacity(Quantity.held("1500m"), null));
        capacities.put("net.example.org/huge", new Capacity(Quantity.held("20E"), null));
        return new Seen("gpu.example.com", new Qualities(attributes, capacities), true);
    }

    /** One that says nothing. */
    static Seen bare() {
        return new Seen("", new Qualities(Map.of(), Map.of()), false);
    }
}
