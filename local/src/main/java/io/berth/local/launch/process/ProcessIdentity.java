package io.berth.local.launch.process;

/** One process of this boot: a pid alone may be given to another one later. */
public record ProcessIdentity(long pid, long startTicks) {
    public boolean alive() {
        ProcessStat stat = ProcessStat.of(pid);
        return stat != null && stat.startTicks() == startTicks && stat.alive();
    }
}
