package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.live.clock.Clock;
import io.berth.live.clock.TimeBefore;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.LiveDriver;
import io.berth.local.device.FakeTools;
import io.berth.local.device.Host;
import io.berth.local.device.Inventory;
import io.berth.local.device.Machine;
import io.berth.local.device.Visibility;
import io.berth.local.launch.LaunchSettings;
import io.berth.local.mig.MigInstances;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class LocalWorldTest {
    private static final JobSpec GANG =
            JobSpec.batch("gang", Demand.cpu(1, 0), 1).withTasks(3_000);
    private static final NodeSpec NODE = NodeSpec.of("here", 64_000, 64L << 30, 0, "");

    @TempDir
    Path folder;

    private final Set<String> makers = new ConcurrentSkipListSet<>();

    /** No order is made before this is open. */
    private final CountDownLatch gate = new CountDownLatch(1);

    /** Tasks outlive a world, and what launches them writes into the folder. */
    @AfterEach
    void launchersAreGone() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(folder.toString()))) {
            assertThat(System.nanoTime()).as("launchers still run").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void theThreadThatDecidesMakesNoOrderAndWaitsForNone() throws Exception {
        State state = started(GANG);
        LocalWorld world = world();

        world.carryOut(start(state), state);
        world.carryOut(new Decision.Stop(2, 1, Reason.CANCELLED), state);
        gate.countDown();
        world.close();

        assertThat(makers).doesNotContain(Thread.currentThread().getName());
    }

    @Test
    void whatWasNotBegunAtTheCloseIsDropped() throws Exception {
        State state = started(GANG);
        LocalWorld world = world();
        world.carryOut(start(state), state);
        Thread closing = Thread.ofPlatform().start(world::close);
        while (closing.getState() != Thread.State.TIMED_WAITING && closing.isAlive()) {
            Thread.onSpinWait();
        }
        gate.countDown();
        closing.join();

        Path group = folder.resolve("tasks/run/0");
        long made = group.toFile().exists() ? group.toFile().list().length : 0;
        assertThat(made).isLessThan(100);
    }

    private LocalWorld world() {
        WorldSettings settings = new WorldSettings(
                LaunchSettings.in(folder.resolve("tasks")),
                new Machine(NODE, List.of(), List.of(), List.of(), Host.Disk.measured(NODE.diskBytes())),
                new Visibility(Inventory.NONE),
                MigInstances.open(new FakeTools(), folder, _ -> {}),
                new TreeMap<>(Map.of("PATH", "/usr/bin:/bin")),
                folder,
                Duration.ofSeconds(1),
                _ -> {
                    makers.add(Thread.currentThread().getName());
                    await();
                    return Map.of();
                });
        LocalWorld world =
                new LocalWorld(new LiveDriver(TimeOptions.REAL, Clock.SYSTEM, TimeBefore.NONE), settings, _ -> {});
        world.resume(new State(1));
        return world;
    }

    private void await() {
        try {
            gate.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A state in which job 1 is decided. */
    private static State started(JobSpec spec) {
        State state = new State(1);
        state.apply(1, new Event.NodeJoined(0, NODE));
        state.apply(2, new Event.JobSubmitted(1, spec.withProgram(Program.of("true")), "test", 1));
        state.apply(3, new Plan(1, List.of(decision(spec.tasks()))));
        return state;
    }

    private static Decision.Start start(State state) {
        return decision(state.jobs().getFirst().spec().tasks());
    }

    private static Decision.Start decision(int tasks) {
        return new Decision.Start(1, 1, Collections.nCopies(tasks, Placement.on(0, 0)));
    }
}
