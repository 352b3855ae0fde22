package io.berth.core.dispatch.predict;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which server served a session last, whatever its client does meanwhile; those of which nothing came for longest are forgotten. */
final class Homes {
    private static final int MOST = 1 << 16;

    private final LinkedHashMap<Long, Integer> servers = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > MOST;
        }
    };

    /** The server of {@code session}; {@link Fleet#NONE} for none. */
    int of(long session) {
        return session == Need.NO_SESSION ? Fleet.NONE : servers.getOrDefault(session, Fleet.NONE);
    }

    void sent(long session, int server) {
        if (session != Need.NO_SESSION) {
            servers.put(session, server);
        }
    }

    /** {@code server} has nothing of any session. */
    void none(int server) {
        servers.values().removeIf(where -> where == server);
    }
}
