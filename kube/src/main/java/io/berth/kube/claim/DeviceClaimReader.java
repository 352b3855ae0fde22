package io.berth.kube.claim;

final class DeviceClaimReader {
    static DeviceClaim read(io.berth.kube.wire.Message m) {
        throw new IllegalStateException();
    }
}
