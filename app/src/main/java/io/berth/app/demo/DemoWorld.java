package io.berth.app.demo;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.live.driver.LiveDriver;
import io.berth.live.run.LiveWorld;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.NodeFailures;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * The demo's world on the real-time driver: tasks that are timers, nodes that leave and return, and three streams of jobs. All
 * of it is a function of (seed, time), so it goes on after a restart with the next job and the next failure.
 */
final class DemoWorld implements LiveWorld, Observer {
    private final LiveDriver driver;
    private final long seed;
    private final Watch watch;
    private final EmulatedWorld tasks;
    private final List<NodeSpec> nodes = DemoCluster.nodes();
    private final List<FeedPump> pumps = new ArrayList<>();

    DemoWorld(LiveDriver driver, long seed, Watch watch) {
        this.driver = driver;
        this.seed = seed;
        this.watch = watch;
        this.tasks = new EmulatedWorld(DemoCluster.WORLD, seed, driver);
    }

    @Override
    public void carryOut(Decision.Effect effect, State state) {
        tasks.carryOut(effect, state);
    }

    @Override
    public void passed(Frame frame, State state) {
        tasks.passed(frame, state);
    }

    @Override
    public void resume(State state) {
        watch.begin(state, driver.nowNanos());
        if (state.instants() > 0) {
            checkCluster(state);
            tasks.resume(state);
            begin(state);
        }
    }

    @Override
    public void instant(Frame frame, State state) {
        if (pumps.isEmpty() && state.nodes().count() > 0) {
            begin(state);
        }
        for (FeedPump pump : pumps) {
            pump.pump(frame.atNanos(), driver);
        }
    }

    private void begin(State state) {
        NodeFailures failures = new NodeFailures(nodes, DemoCluster.WORLD, seed, DemoCluster.START_NANOS);
        failures.resume(state, state.nowNanos());
        pumps.add(new FeedPump(failures));
        for (DemoStream stream : DemoStream.values()) {
            long taken = state.lastSequence(stream.origin());
            pumps.add(new FeedPump(stream.feed(seed, nodes, taken)));
        }
        for (FeedPump pump : pumps) {
            pump.pump(state.nowNanos(), driver);
        }
    }

    /** The journal of another cluster cannot go on as a demo. */
    private void checkCluster(State state) {
        boolean same = state.nodes().count() == nodes.size();
        for (int node = 0; same && node < nodes.size(); node++) {
            same = state.nodes().name(node).equals(nodes.get(node).name());
        }
        if (!same) {
            throw new InputException("--journal", "holds another cluster than the demo's; name a new folder");
        }
    }
}
