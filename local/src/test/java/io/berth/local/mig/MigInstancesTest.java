package io.berth.local.mig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.local.device.Inventory;
import io.berth.local.device.MigInstance;
import io.berth.local.device.tool.Tools;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Instances are made for tasks, kept while they are of use, and removed; never those of others, however Berth dies. */
@EnabledOnOs(OS.LINUX)
class MigInstancesTest {
    @TempDir
    Path folder;

    private FakeDriver driver;
    private MigInstances instances;

    @BeforeEach
    void opened() throws IOException {
        driver = new FakeDriver(folder.resolve("driver"));
        instances = open(driver.tools());
    }

    private MigInstances open(Tools tools) {
        return MigInstances.open(tools, folder.resolve("state"), _ -> {});
    }

    private static TaskKey key(int task) {
        return new TaskKey(1, task, 1, 7, 7);
    }

    private MigInstances.Wanted wanted(int task, String profile, int start) {
        MigProfile found = driver.gpu().profiles().stream()
                .filter(each -> each.name().equals(profile))
                .findFirst()
                .orElseThrow();
        return new MigInstances.Wanted(key(task), driver.gpu(), found, start);
    }

    private static void make(MigInstances instances, MigInstances.Wanted... wanted) {
        CountDownLatch done = new CountDownLatch(1);
        instances.make(List.of(wanted), done::countDown);
        try {
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatTheDriverSaysMayBeMadeIsOffered() {
        List<MigProfile> profiles = driver.gpu().profiles();

        assertThat(profiles)
                .extracting(MigProfile::name)
                .containsExactly("1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb");
        assertThat(profiles.getFirst().starts()).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(profiles.getFirst().memoryBytes()).isEqualTo((long) (9.75 * (1L << 30)));
        assertThat(profiles.getLast().slices()).isEqualTo(8);
        assertThat(instances.apply(driver.found(), true).devices().getFirst().profiles())
                .isEqualTo(profiles);
        assertThat(instances.apply(driver.found(), false).devices().getFirst().profiles())
                .isEmpty();
    }

    @Test
    void whoMayNotMakeAnyOffersNone() throws IOException {
        driver.forget("sizes");

        assertThat(driver.gpu().profiles()).isEmpty();
    }

    @Test
    void anInstanceIsMadeUsedAgainAndGivesWay() throws IOException {
        make(instances, wanted(0, "1g.10gb", 4), wanted(1, "3g.40gb", 0));
        MigInstance first = instances.of(key(0));
        assertThat(driver.instances()).containsExactly("3g.40gb:0", "1g.10gb:4");
        assertThat(first.uuid()).isEqualTo("MIG-5c89852c-0000-5000-8000-000000000020");
        assertThat(instances.of(key(1)).uuid()).isNotEqualTo(first.uuid());

        instances.release(key(0));
        make(instances, wanted(2, "1g.10gb", 4));
        assertThat(instances.of(key(2))).isEqualTo(first);
        assertThat(driver.calls("-cgi")).as("the third is the first again").isEqualTo(2);

        instances.release(key(2));
        make(instances, wanted(3, "3g.40gb", 4));
        assertThat(driver.instances()).containsExactly("3g.40gb:0", "3g.40gb:4");
        instances.release(key(3));
        instances.close();
        assertThat(driver.instances()).as("who still runs keeps his").containsExactly("3g.40gb:0");
    }

    @Test
    void aRefusalIsToldInTheWordsOfTheDriverAndLeavesNothing() throws IOException {
        driver.tell("refuse", "Insufficient Permissions");
        make(instances, wanted(0, "1g.10gb", 4));
        assertThatThrownBy(() -> instances.of(key(0)))
                .isInstanceOf(MigRefusal.class)
                .hasMessage(
                        "nvidia-smi does not make a 1g.10gb at slice 4 of GPU GPU-5c89852c-d268-c3f3-1b07-005d5ae1dc3f: Unable to create"
                                + " a GPU instance on GPU  0 using profile 1g.10gb: Insufficient Permissions (exit code 19)");
        instances.release(key(0));

        driver.forget("refuse");
        driver.tell("halfway", "");
        make(instances, wanted(1, "1g.10gb", 4));
        assertThatThrownBy(() -> instances.of(key(1)))
                .hasMessageContaining("Unable to create a compute instance")
                .hasMessageContaining("99");
        assertThat(driver.instances()).as("half an instance").isEmpty();

        driver.forget("halfway");
        make(instances, wanted(2, "1g.10gb", 4));
        assertThat(instances.of(key(2)).profile()).isEqualTo("1g.10gb");
    }

    @Test
    void oneThatIsInUseIsNotTakenAway() throws IOException {
        make(instances, wanted(0, "1g.10gb", 4));
        driver.tell("busy-20", "");
        instances.release(key(0));

        make(instances, wanted(1, "3g.40gb", 4));

        assertThatThrownBy(() -> instances.of(key(1))).hasMessageContaining("In use by another client");
        assertThat(driver.instances()).containsExactly("1g.10gb:4");
        driver.forget("busy-20");
        make(instances, wanted(2, "3g.40gb", 4));
        assertThat(driver.instances()).containsExactly("3g.40gb:4");
    }

    @Test
    void thoseOfOthersStay() throws IOException {
        driver.tools().run(List.of("nvidia-smi", "mig", "-i", "0", "-cgi", "2g.20gb:2", "-C"), Duration.ofSeconds(60));

        Inventory found = instances.apply(driver.found(), true);
        assertThat(found.devices().getFirst().profiles())
                .as("somebody else cuts it")
                .isEmpty();
        assertThat(found.devices().getFirst().instances()).hasSize(1);
        make(instances, wanted(0, "1g.10gb", 3));
        assertThatThrownBy(() -> instances.of(key(0)))
                .hasMessageContaining("somebody else has made the instance 34 (2g.20gb) on memory slice 2");
        make(instances, wanted(1, "1g.10gb", 4));
        assertThat(instances.apply(driver.found(), true).devices().getFirst().profiles())
                .as("Berth was there first")
                .isNotEmpty();
        instances.release(key(1));
        instances.close();

        assertThat(driver.instances()).containsExactly("2g.20gb:2");
    }

    @Test
    void afterACrashItsOwnAreTakenUpOrRemoved() throws IOException {
        make(instances, wanted(0, "1g.10gb", 4), wanted(1, "1g.10gb", 5), wanted(2, "2g.20gb", 0));
        MigInstance kept = instances.of(key(0));
        long made = driver.calls("-cgi");

        MigInstances next = open(driver.tools());
        next.resume(Set.of(key(0)));
        assertThat(next.apply(driver.found(), true).devices().getFirst().profiles())
                .isNotEmpty();
        make(next, wanted(0, "1g.10gb", 4), wanted(3, "1g.10gb", 5), wanted(4, "3g.40gb", 0));

        assertThat(next.of(key(0))).isEqualTo(kept);
        assertThat(driver.instances()).containsExactly("3g.40gb:0", "1g.10gb:4", "1g.10gb:5");
        assertThat(driver.calls("-cgi")).isEqualTo(made + 1);
    }

    @Test
    void oneThatWasBeingMadeWhenBerthDiedIsItsOwn() throws IOException {
        MigInstances dying = open(dyingAfter("-cgi"));
        CountDownLatch never = new CountDownLatch(1);
        dying.make(List.of(wanted(0, "1g.10gb", 4)), never::countDown);
        awaitInstances("1g.10gb:4");

        MigInstances next = open(driver.tools());
        next.resume(Set.of(key(0)));
        assertThat(next.apply(driver.found(), true).devices().getFirst().profiles())
                .isNotEmpty();
        make(next, wanted(0, "1g.10gb", 4));

        assertThat(next.of(key(0)).uuid()).isNotEmpty();
        assertThat(driver.instances()).containsExactly("1g.10gb:4");
        next.release(key(0));
        next.close();
        assertThat(driver.instances()).isEmpty();
        assertThat(never.getCount()).isEqualTo(1);
    }

    @Test
    void anAnswerThatComesTooLateIsSeenToLater() throws IOException {
        List<String> late = new ArrayList<>(List.of("-cgi"));
        MigInstances slow = open((command, limit) -> {
            Tools.Answer answer = driver.tools().run(command, limit);
            return command.contains("-cgi") && late.remove("-cgi") ? new Tools.Answer.Late(limit) : answer;
        });
        make(slow, wanted(0, "1g.10gb", 4));
        assertThatThrownBy(() -> slow.of(key(0))).hasMessageContaining("no answer within 30 s");
        slow.release(key(0));

        make(slow, wanted(1, "3g.40gb", 4));

        assertThat(slow.of(key(1)).profile()).isEqualTo("3g.40gb");
        assertThat(driver.instances()).containsExactly("3g.40gb:4");
    }

    @Test
    void aSlowDriverHoldsUpNobodyElse() throws Exception {
        driver.tell("slow", "0.3");
        CountDownLatch done = new CountDownLatch(1);
        instances.make(List.of(wanted(0, "1g.10gb", 4)), done::countDown);

        assertThatThrownBy(() -> instances.of(key(0))).hasMessage("the instance is not made yet");
        instances.release(key(0));
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        driver.forget("slow");
        instances.close();
        assertThat(driver.instances()).as("its task is over").isEmpty();
    }

    @Test
    void aBrokenFileMakesNothingItsOwn() throws IOException {
        make(instances, wanted(0, "1g.10gb", 4));
        java.nio.file.Files.writeString(folder.resolve("state/mig-instances"), "nonsense\nGPU-x 1g 9 9 9 9\n");

        MigInstances next = open(driver.tools());
        next.close();

        assertThat(driver.instances()).containsExactly("1g.10gb:4");
    }

    /** The thread that makes instances stops for good where a command with {@code word} has been carried out, as at a kill -9. */
    private Tools dyingAfter(String word) {
        return (command, limit) -> {
            Tools.Answer answer = driver.tools().run(command, limit);
            if (command.contains(word)) {
                throw new Killed();
            }
            return answer;
        };
    }

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private void awaitInstances(String instance) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!driver.instances().contains(instance)) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
