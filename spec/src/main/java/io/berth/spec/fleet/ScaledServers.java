package io.berth.spec.fleet;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.scale.ScaleKeys;
import io.berth.spec.schema.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Servers of a fleet whose number follows the requests. */
final class ScaledServers {
    private static final double OF_SLOTS = 0.7;

    private ScaledServers() {}

    /** What {@code fleet} says of the number of its {@code servers}; null where it stays. */
    static @Nullable ScaleSpec read(Fields fleet, List<ServerGroup> servers) {
        if (!fleet.has(ScaleKeys.KEY)) {
            return null;
        }
        Fields fields = ScaleKeys.SECTION.read(fleet.value(ScaleKeys.KEY));
        if (servers.size() > 1) {
            throw InputException.at(
                    fleet.value(ScaleKeys.KEY), "goes with one group of servers, and there are " + servers.size());
        }
        ServerGroup group = servers.getFirst();
        ScaleSpec scale = ScaleKeys.read(fields, OF_SLOTS * group.slots());
        if (group.count() < scale.min() || group.count() > scale.max()) {
            throw InputException.at(
                    fleet.value("servers"),
                    "begin as " + group.count() + " by count, which must be from " + scale.min() + " to " + scale.max()
                            + ", the min and max of " + ScaleKeys.KEY);
        }
        return scale;
    }
}
