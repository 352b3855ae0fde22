package io.berth.console.view;

import java.util.List;

/** How the GPUs of a node reach each other; no decision reads it, so it is no part of the cluster's state. */
@FunctionalInterface
public interface DeviceLinks {
    /** Nothing is known. */
    DeviceLinks UNKNOWN = _ -> List.of();

    /** The links of the node called {@code node}, one per pair; none where they are not known. */
    List<Link> of(String node);

    /**
     * A way between two GPUs of a node.
     *
     * @param from the number of one
     * @param to the number of the other
     * @param kind in the words of {@code nvidia-smi topo -m}, lower case: {@code nvlink}, {@code pix}, {@code pxb}, {@code phb},
     *     {@code node}, {@code sys}; also {@code xgmi}, {@code hccs}, {@code pcie}
     * @param lanes how many are bonded; 0 where that is not counted
     */
    record Link(int from, int to, String kind, int lanes) {}
}
