package io.berth.local.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfinementTest {
    private static final Limits LIMITS = new Limits(1500, 1 << 20, 30);

    @TempDir
    Path folder;

    /** A /proc/self with the given mounts, of this test's folders. */
    private Path self(String groups, String mounts) throws IOException {
        Path self = Files.createDirectories(folder.resolve("self"));
        Files.writeString(self.resolve("cgroup"), groups);
        Files.writeString(self.resolve("mountinfo"), mounts.replace("DIR", folder.toString()));
        return self;
    }

    private Path group(String path, Map<String, String> files) throws IOException {
        Path group = Files.createDirectories(folder.resolve(path));
        Files.writeString(group.resolve("cgroup.procs"), "");
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(group.resolve(file.getKey()), file.getValue());
        }
        return group;
    }

    @Test
    void aDelegatedGroupOfVersion2GetsAGroupPerTask() throws IOException {
        Path own = group(
                "unified/app/berth.service",
                Map.of("cgroup.controllers", "cpuset cpu memory pids", "cgroup.subtree_control", "cpu memory pids"));
        Path base = group("unified/app/berth.service/berth-1", Map.of("cgroup.subtree_control", "cpu memory pids"));
        Path self = self(
                "0::/app/berth.service\n",
                "30 20 0:26 / DIR/unified rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
        Confinement confinement = Confinement.detect(self, "berth-1");
        assertThat(confinement).isEqualTo(new UnifiedConfinement(base, Set.of("cpu", "memory", "pids")));
        assertThat(confinement.limitsMemory()).isTrue();
        assertThat(confinement.notice()).isEmpty();
        TaskGroup group = confinement.create("7-0-1", LIMITS);
        assertThat(group.folders()).containsExactly(own.resolve("berth-1/7-0-1"));
        assertThat(base.resolve("7-0-1/memory.max")).hasContent("1048576");
        assertThat(base.resolve("7-0-1/cpu.max")).hasContent("150000 100000");
        assertThat(base.resolve("7-0-1/pids.max")).hasContent("30");
    }

    @Test
    void aParentServesWhereOurOwnGroupMayNotHandOutControllers() throws IOException {
        group("unified/user/scope", Map.of("cgroup.controllers", "", "cgroup.subtree_control", ""));
        group("unified/user", Map.of("cgroup.controllers", "memory pids", "cgroup.subtree_control", "memory pids"));
        group("unified/user/berth-1", Map.of("cgroup.subtree_control", "memory pids"));
        Path self = self("0::/user/scope\n", "30 20 0:26 / DIR/unified rw - cgroup2 cgroup2 rw\n");
        Confinement confinement = Confinement.detect(self, "berth-1");
        assertThat(confinement)
                .isEqualTo(new UnifiedConfinement(folder.resolve("unified/user/berth-1"), Set.of("memory", "pids")));
        assertThat(confinement.notice()).contains("no controller for cpu").doesNotContain("\n");
    }

    @Test
    void treesOfVersion1AreUsedWhereVersion2HasNothingToLimit() throws IOException {
        group("unified", Map.of("cgroup.controllers", "hugetlb", "cgroup.subtree_control", ""));
        group("memory/docker/abc", Map.of());
        group("pids", Map.of());
        Path self = self(
                "5:pids:/\n4:memory:/docker/abc\n3:cpu,cpuacct:/\n0::/\n",
                "30 20 0:26 / DIR/unified rw - cgroup2 cgroup2 rw\n31 20 0:27 / DIR/memory rw - cgroup cgroup rw,memory\n"
                        + "32 20 0:28 / DIR/pids rw - cgroup cgroup rw,pids\n");
        Confinement confinement = Confinement.detect(self, "berth-1");
        assertThat(confinement)
                .isEqualTo(new SplitConfinement(Map.of(
                        "memory",
                        folder.resolve("memory/docker/abc/berth-1"),
                        "pids",
                        folder.resolve("pids/berth-1"))));
        assertThat(confinement.notice()).contains("cpu").doesNotContain("memory");
        TaskGroup group = confinement.create("7-0-1", LIMITS);
        assertThat(folder.resolve("memory/docker/abc/berth-1/7-0-1/memory.limit_in_bytes"))
                .hasContent("1048576");
        assertThat(group.folders())
                .isEqualTo(List.of(
                        folder.resolve("pids/berth-1/7-0-1"), folder.resolve("memory/docker/abc/berth-1/7-0-1")));
    }

    @Test
    void aMountThatShowsAPartOfTheTreeIsUnderstood() throws IOException {
        group("memory/child", Map.of());
        Path self = self(
                "4:memory:/docker/abc/child\n", "31 20 0:27 /docker/abc DIR/memory rw - cgroup cgroup rw,memory\n");
        assertThat(Confinement.detect(self, "berth-1"))
                .isEqualTo(new SplitConfinement(Map.of("memory", folder.resolve("memory/child/berth-1"))));
    }

    @Test
    void withoutAnyGroupALineSaysWhatIsNotEnforced() throws IOException {
        Confinement confinement =
                Confinement.detect(self("0::/\n", "20 1 0:2 / / rw - ext4 /dev/root rw\n"), "berth-1");
        assertThat(confinement).isInstanceOf(Unconfined.class);
        assertThat(confinement.limitsMemory()).isFalse();
        assertThat(confinement.notice())
                .contains("cpu and processes are not limited")
                .doesNotContain("\n");
        assertThat(confinement.create("7-0-1", LIMITS).exists()).isFalse();
    }

    @Test
    void theKernelOfThisMachineTakesTheLimitsAndGivesTheGroupsBack() throws Exception {
        String name = "berth-test-" + ProcessHandle.current().pid();
        Confinement confinement = Confinement.detect(name);
        assumeTrue(confinement.notice().isEmpty());
        TaskGroup group = confinement.create("7-0-1", LIMITS);
        String quotas = "";
        for (Path each : group.folders()) {
            quotas += ControlFiles.read(each, "cpu.max") + ControlFiles.read(each, "cpu.cfs_quota_us");
        }
        assertThat(quotas).startsWith("150000");
        Process process = new ProcessBuilder("sleep", "1000").start();
        for (Path each : group.folders()) {
            ControlFiles.write(each, "cgroup.procs", Long.toString(process.pid()));
        }
        assertThat(group.pids()).containsExactly(process.pid());
        assertThat(group.remove()).isFalse();
        group.kill();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(group.remove()).isTrue();
        assertThat(group.exists()).isFalse();
        confinement.tidy();
    }

    @Test
    void aLimitOfLessThanTheLeastQuotaIsTheLeastQuota() {
        assertThat(Confinement.quotaMicros(1)).isEqualTo(1000);
        assertThat(Confinement.quotaMicros(2500)).isEqualTo(250_000);
    }
}
