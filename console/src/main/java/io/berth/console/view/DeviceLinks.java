package io.berth.console.view;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import java.util.ArrayList;
import java.util.List;

/** By which ways the GPUs of a node reach each other, for people; decisions go by the bandwidths that the node declares. */
@FunctionalInterface
public interface DeviceLinks {
    /** Nothing is known. */
    DeviceLinks UNKNOWN = _ -> List.of();

    /** Of a GB/s. */
    int MEGABYTES = 1_000;

    /** The links of the node called {@code node}, one per pair; none where they are not known. */
    List<Link> of(String node);

    /** What a node declares of its links, by their bandwidth: the ways that it was told of. */
    static List<Link> declared(NodeSpec node) {
        List<Link> links = new ArrayList<>();
        int first = 0;
        for (DeviceSet set : node.devices()) {
            Links known = set.links();
            for (int from = 0; from < known.devices(); from++) {
                for (int to = from + 1; to < known.devices(); to++) {
                    String kind = known.between(from, to) / MEGABYTES + " GB/s";
                    links.add(new Link(first + from, first + to, kind, 0));
                }
            }
            first += set.count();
        }
        return links;
    }

    /**
     * A way between two GPUs of a node.
     *
     * @param from the number of one
     * @param to the number of the other
     * @param kind in the words of {@code nvidia-smi topo -m}, lower case: {@code nvlink}, {@code pix}, {@code pxb}, {@code phb},
     *     {@code node}, {@code sys}; also {@code xgmi}, {@code hccs}, {@code pcie}; {@code 25 GB/s} where a node declares no more
     * @param lanes how many are bonded; 0 where that is not counted
     */
    record Link(int from, int to, String kind, int lanes) {}
}
