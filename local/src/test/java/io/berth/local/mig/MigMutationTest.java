package io.berth.local.mig;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.local.device.Accelerator;
import io.berth.local.device.Fixture;
import io.berth.local.device.MigInstance;
import io.berth.local.device.Mutation;
import io.berth.local.device.tool.MigListing;
import io.berth.local.device.tool.NvidiaSmi;
import io.berth.local.device.tool.Tools;
import io.berth.local.launch.folder.TaskKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that answers nonsense, or not at all: a start gets an instance or hears why it gets none, and the next one is heard too. */
class MigMutationTest {
    private static final int STARTS = Boolean.getBoolean("berth.full") ? 10_000 : 2_500;
    private static final String MADE =
            "Successfully created GPU instance ID  9 on GPU  0 using profile MIG 1g.10gb (ID 19)\n"
                    + "Successfully created compute instance ID  0 on GPU  0 GPU instance ID  9 using profile MIG 1g.10gb (ID  0)\n";

    @TempDir
    Path folder;

    private final String instances = Fixture.text("nvidia-mig-instances.txt");
    private final Accelerator gpu = NvidiaSmi.parse(Fixture.text("nvidia-mig-query.csv"))
            .devices()
            .getFirst()
            .withMemory(80L << 30);
    private final List<MigProfile> profiles =
            MigListing.profiles(gpu, Fixture.text("nvidia-mig-sizes.txt"), Fixture.text("nvidia-mig-places.txt"));
    private Random random = new Random(0);

    /** What the next command that makes one would make; and as the driver lists it once it has. */
    private String row = "";

    private String named = "";
    private boolean made;

    private Tools.Answer answer(List<String> command) {
        made |= command.contains("-cgi");
        String there = random.nextInt(8) == 0 ? instances : "";
        String whole = command.contains("-lgi") ? there + (made ? row : "") : command.contains("-L") ? list() : MADE;
        String text = random.nextInt(3) > 0 ? whole : Mutation.of(whole, random);
        return switch (random.nextInt(16)) {
            case 0 -> new Tools.Answer.Late(Duration.ofSeconds(30));
            case 1 -> new Tools.Answer.Failed(random.nextInt(-1, 256), text);
            case 2 -> new Tools.Answer.Failed(6, "No GPU instances found: Not Found");
            case 3 -> random.nextInt(20) == 0 ? new Tools.Answer.Missing() : new Tools.Answer.Text("");
            default -> new Tools.Answer.Text(text);
        };
    }

    private String list() {
        return "GPU 0: NVIDIA H100 (UUID: GPU-a)\n" + (made ? named : "");
    }

    private void next(int seed, MigProfile profile, int start) {
        made = false;
        row = "|   0  MIG %s   19   9   %d:%d     |%n".formatted(profile.name(), start, profile.slices());
        named = "  MIG %s     Device  0: (UUID: MIG-%d)%n".formatted(profile.name(), seed);
    }

    @Test
    void everyStartHearsWhatBecomesOfIt() throws InterruptedException {
        MigInstances opened = MigInstances.open((command, limit) -> answer(command), folder, _ -> {});
        Semaphore done = new Semaphore(0);
        int refused = 0;
        for (int seed = 0; seed < STARTS; seed++) {
            random = new Random(seed);
            MigProfile profile = profiles.get(random.nextInt(profiles.size()));
            int start = profile.starts().get(random.nextInt(profile.starts().size()));
            next(seed, profile, start);
            TaskKey key = new TaskKey(seed, 0, 1, 7, 7);
            opened.make(List.of(new MigInstances.Wanted(key, gpu, profile, start)), done::release);
            assertThat(done.tryAcquire(60, TimeUnit.SECONDS))
                    .as("seed %d", seed)
                    .isTrue();
            try {
                MigInstance instance = opened.of(key);
                assertThat(instance.profile()).isEqualTo(profile.name());
                assertThat(instance.uuid()).as("seed %d", seed).isNotBlank();
            } catch (MigRefusal e) {
                refused++;
                assertThat(e.getMessage())
                        .as("seed %d", seed)
                        .isNotBlank()
                        .hasSizeLessThan(500)
                        .doesNotContain("\n");
            }
            opened.release(key);
        }
        assertThat(refused).isBetween(STARTS / 10, STARTS * 9 / 10);
        opened.close();
    }
}
