package io.berth.local.device;

/**
 * How two devices of one vendor reach each other. Written once per pair, {@code from} below {@code to}.
 *
 * @param vendor whose devices they are
 * @param from the index of one
 * @param to the index of the other
 * @param kind by which way
 * @param lanes how many NVLinks are bonded; 0 where the tool does not count
 */
public record Link(Vendor vendor, int from, int to, Kind kind, int lanes) {
    /** The ways, nearest first. The words of PCIe are those of {@code nvidia-smi topo -m}. */
    public enum Kind {
        /** NVIDIA's own links. */
        NVLINK,
        /** AMD's own links. */
        XGMI,
        /** Huawei's own links. */
        HCCS,
        /** At most one PCIe bridge. */
        PIX,
        /** Several PCIe bridges, not the host bridge. */
        PXB,
        /** A PCIe host bridge, which is the CPU. */
        PHB,
        /** Host bridges of one NUMA node. */
        NODE,
        /** PCIe of an unnamed way, which is all that AMD's tools tell. */
        PCIE,
        /** The connection between NUMA nodes. */
        SYS
    }
}
