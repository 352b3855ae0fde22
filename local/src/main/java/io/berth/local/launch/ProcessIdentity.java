package io.berth.local.launch;

/** One process of this boot: a pid alone may be given to another one later. */
record ProcessIdentity(long pid, long startTicks) {
    boolean alive() {
        ProcessStat stat = ProcessStat.of(pid);
        return stat != null && stat.startTicks() == startTicks && stat.alive();
    }
}
