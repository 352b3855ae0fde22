package io.berth.local.device;

/** Who makes an accelerator; it decides which tool tells of it and by which variables a task sees it. */
public enum Vendor {
    NVIDIA,
    AMD,
    ASCEND,
    CAMBRICON,
    HYGON,
    KUNLUNXIN,
    ILUVATAR,
    METAX,
    MOORE_THREADS
}
