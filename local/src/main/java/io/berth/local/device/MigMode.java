package io.berth.local.device;

/** Whether a GPU is cut into instances (NVIDIA Multi-Instance GPU). */
public enum MigMode {
    /** The device cannot be cut, or its tool does not say. */
    UNSUPPORTED,
    DISABLED,
    /** The device as a whole can no longer be used, only its instances. */
    ENABLED
}
