package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.live.clock.Clock;
import io.berth.live.clock.TimeBefore;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.LiveDriver;
import io.berth.local.device.Host;
import io.berth.local.device.Inventory;
import io.berth.local.device.Machine;
import io.berth.local.device.Visibility;
import io.berth.local.launch.LaunchSettings;
import io.berth.local.mig.FakeDriver;
import io.berth.local.mig.MigInstances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A task that was granted an instance runs on one that is made for it, of its size, at its place. */
@EnabledOnOs(OS.LINUX)
class CutDeviceTest {
    private static final int START = 4;
    private static final Host HOST = new Host(8_000, 1L << 34, Host.Disk.measured(0), 0);

    @TempDir
    Path folder;

    private FakeDriver driver;
    private Machine machine;
    private MigInstances mig;

    @BeforeEach
    void found() throws IOException {
        driver = new FakeDriver(folder.resolve("driver"));
        mig = MigInstances.open(driver.tools(), folder.resolve("tasks"), _ -> {});
        machine = Machine.of("here", HOST, mig.apply(driver.found(), true));
    }

    @Test
    void theInstanceIsThereWhenTheTaskRunsAndGoesWhenBerthStops() throws Exception {
        assertThat(machine.units()).hasSize(1);
        Path seen = folder.resolve("seen");
        State state = new State(1);
        state.apply(1, new Event.NodeJoined(0, machine.node()));
        JobSpec job = JobSpec.batch(
                        "cut",
                        Demand.cpu(100, 0)
                                .withDevices(new DeviceDemand.Instance("2g.20gb", DeviceDemand.Acceptable.ANY_GPU)),
                        1)
                .withProgram(Program.of(
                        "sh",
                        "-c",
                        "echo \"$CUDA_VISIBLE_DEVICES $BERTH_GPUS\" >" + seen + ".new; mv " + seen + ".new " + seen));
        state.apply(2, new Event.JobSubmitted(1, job, "test", 1));
        Decision.Start start =
                new Decision.Start(1, 1, List.of(new Placement(0, new Grant.Instance(0, number("2g.20gb"), START))));
        state.apply(3, new Plan(1, List.of(start)));
        LocalWorld world = world(state);

        world.carryOut(start, state);
        await(seen);

        assertThat(driver.instances()).containsExactly("2g.20gb:" + START);
        assertThat(Files.readString(seen)).isEqualTo("MIG-5c89852c-0000-5000-8000-000000000036 0\n");
        awaitEnd();
        world.close();
        assertThat(driver.instances()).isEmpty();
    }

    private int number(String profile) {
        List<String> names = machine.node().devices().getFirst().profiles();
        assertThat(names).contains(profile);
        return names.indexOf(profile);
    }

    private LocalWorld world(State state) {
        Inventory found = mig.apply(driver.found(), true);
        WorldSettings settings = new WorldSettings(
                LaunchSettings.in(folder.resolve("tasks")),
                machine,
                new Visibility(found),
                mig,
                new TreeMap<>(Map.of("PATH", "/usr/bin:/bin")),
                folder,
                Duration.ofSeconds(1),
                _ -> Map.of());
        LocalWorld world =
                new LocalWorld(new LiveDriver(TimeOptions.REAL, Clock.SYSTEM, TimeBefore.NONE), settings, _ -> {});
        world.resume(new State(1));
        assertThat(state.nodes().count()).isEqualTo(1);
        return world;
    }

    private static void await(Path file) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(file)) {
            assertThat(System.nanoTime()).as("no %s", file).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Nobody holds the instance any more. */
    private void awaitEnd() throws InterruptedException, IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.readString(folder.resolve("tasks/mig-instances")).endsWith(" -\n")) {
            assertThat(System.nanoTime()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
