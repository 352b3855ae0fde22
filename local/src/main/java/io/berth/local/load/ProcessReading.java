package io.berth.local.load;

/**
 * One process at one moment.
 *
 * @param pid its number
 * @param parentPid the number of who started it, or of who took it over
 * @param startMillis when it began, UTC milliseconds; tells it from a later one of the same number
 * @param cgroup its control group, {@code /berth/job-7}; empty where there are none
 * @param cpuMillis CPU time since it began, milliseconds
 * @param residentBytes memory it holds, shared pages included
 */
public record ProcessReading(
        int pid, int parentPid, long startMillis, String cgroup, long cpuMillis, long residentBytes) {}
