package io.berth.learn.environment.fleet;

import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.balance.ServerRow;
import io.berth.core.model.LargestServer;
import io.berth.core.model.column.ServerColumns;
import io.berth.learn.environment.Observation;
import java.util.Arrays;
import java.util.List;

/** A row for each server: what the dispatcher knows of it, what the request would meet there, and the request itself. */
final class FleetView {
    private final Observation observation;
    private final LargestServer largest;

    /** @param specs of all servers; at least one */
    FleetView(List<ServerSpec> specs) {
        observation = new Observation(specs.size(), "server", ServerColumns.FEATURES);
        largest = new LargestServer(
                specs.stream().mapToInt(ServerSpec::speedMilli).max().orElseThrow(),
                specs.stream().mapToInt(ServerSpec::slots).max().orElseThrow(),
                specs.stream().mapToLong(ServerSpec::memoryBytes).max().orElseThrow());
    }

    Observation observation() {
        return observation;
    }

    /** What the rows are shares of. */
    LargestServer largest() {
        return largest;
    }

    void write(Question question, float[] into) {
        ServerRow columns = new ServerRow(largest, question.fleet());
        int servers = StrictMath.min(observation.rows(), question.fleet().size());
        for (int server = 0; server < servers; server++) {
            columns.write(question.request(), question.nowNanos(), server, into, server * ServerColumns.COUNT);
        }
        // Numbers that no server has had yet, where servers join later.
        Arrays.fill(into, servers * ServerColumns.COUNT, observation.rows() * ServerColumns.COUNT, 0);
    }
}
