package io.berth.kube.claim;

final class SliceReader {
    static Slice read(io.berth.kube.wire.Message m) {
        throw new IllegalStateException();
    }
}
