package io.berth.kube.server;

import com.google.protobuf.InvalidProtocolBufferException;
import io.kubernetes.client.proto.V1Coordination.Lease;
import org.jspecify.annotations.Nullable;

/** The one lease of a server: written only by who has seen its last version. */
public final class Leases {
    private @Nullable Lease lease;
    private long version;
    private boolean refusing;

    record Reply(int code, @Nullable Lease lease) {}

    /** Who holds it; empty for nobody. */
    public synchronized String holder() {
        Lease now = lease;
        return now == null ? "" : now.getSpec().getHolderIdentity();
    }

    /** How often it went from one to another. */
    public synchronized int changes() {
        Lease now = lease;
        return now == null ? 0 : now.getSpec().getLeaseTransitions();
    }

    /** Has every attempt to write it fail, or no longer. */
    public synchronized void refuse(boolean now) {
        refusing = now;
    }

    synchronized Reply answer(String method, byte[] body) throws InvalidProtocolBufferException {
        Lease now = lease;
        if (method.equals("GET")) {
            return new Reply(now == null ? 404 : 200, now);
        }
        if (refusing) {
            return new Reply(500, null);
        }
        Lease wanted = Lease.parseFrom(body);
        boolean known = now != null
                && wanted.getMetadata()
                        .getResourceVersion()
                        .equals(now.getMetadata().getResourceVersion());
        if (method.equals("POST") ? now != null : !known) {
            return new Reply(409, null);
        }
        Lease.Builder written = wanted.toBuilder();
        written.getMetadataBuilder().setResourceVersion(Long.toString(++version));
        lease = written.build();
        return new Reply(200, lease);
    }
}
