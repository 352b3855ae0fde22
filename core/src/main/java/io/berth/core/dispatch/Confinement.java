package io.berth.core.dispatch;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** By tenant: the servers that its requests may go to. Of most tenants nothing is said; theirs may go anywhere. */
final class Confinement {
    private @Nullable BitSet[] servers = {};

    /** @param allowed servers by number; null for all */
    void set(int tenant, @Nullable BitSet allowed) {
        if (tenant >= servers.length) {
            servers = Arrays.copyOf(servers, tenant + 1);
        }
        servers[tenant] = allowed == null ? null : (BitSet) allowed.clone();
    }

    boolean confined(int tenant) {
        return tenant < servers.length && servers[tenant] != null;
    }

    boolean allows(int tenant, int server) {
        if (tenant >= servers.length) {
            return true;
        }
        BitSet allowed = servers[tenant];
        return allowed == null || allowed.get(server);
    }
}
