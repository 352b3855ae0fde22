package io.berth.kube.claim;

final class DeviceClassReader {
    static DeviceClass read(io.berth.kube.wire.Message m) {
        throw new IllegalStateException();
    }
}
