package io.berth.testkit.kill;

/**
 * A step of Berth at which it dies: the beginning or the end of a method, as it is in the shipped classes. Where {@code argument}
 * is not empty, only calls with that constant as their first argument count.
 */
public enum KillPoint {
    REQUEST_READ(Phase.ACCEPT, "io.berth.console.api.Submitter#submit", Where.BEGIN),
    KEY_WRITTEN(Phase.ACCEPT, "io.berth.console.submission.KeyFile#append", Where.END),
    SUBMISSION_SENT(Phase.ACCEPT, "io.berth.live.driver.LiveDriver#submit", Where.BEGIN),
    BEFORE_JOURNAL(Phase.ACCEPT, "io.berth.live.journal.JournalDirectory#append", Where.BEGIN),
    AFTER_JOURNAL(Phase.ACCEPT, "io.berth.live.journal.JournalDirectory#append", Where.END),
    BEFORE_ANSWER(Phase.ACCEPT, "io.berth.console.api.Submitter#answer", Where.BEGIN),

    FRAME_BEGUN(Phase.JOURNAL, "io.berth.live.journal.file.SegmentWriter#append", Where.BEGIN),
    FRAME_TORN(Phase.JOURNAL, "io.berth.live.journal.file.Disk#writeFully", Where.TEAR, "flush"),
    FRAME_FLUSHING(Phase.JOURNAL, "io.berth.live.journal.file.SegmentWriter#flush", Where.BEGIN, "", 2_000),
    FRAME_FLUSHED(Phase.JOURNAL, "io.berth.live.journal.file.SegmentWriter#flush", Where.END),

    DECIDED(Phase.LAUNCH, "io.berth.local.world.LocalWorld#carryOut", Where.BEGIN),
    FOLDER_MADE(Phase.LAUNCH, "FOLDER_MADE", 0),
    GROUP_MADE(Phase.LAUNCH, "GROUP_MADE", 0),
    ORDER_WRITTEN(Phase.LAUNCH, "ORDER_WRITTEN", 0),
    LAUNCHER_FORKED(Phase.LAUNCH, "LAUNCHER_FORKED", 0),
    LAUNCHER_AT_WORK(Phase.LAUNCH, "LAUNCHER_FORKED", 15_000),
    START_SEEN(Phase.LAUNCH, "START_SEEN", 0),

    END_SEEN(Phase.FINISH, "END_SEEN", 0),
    LEFTOVERS_CLEARED(Phase.FINISH, "END_SEEN", 5_000),
    GROUP_REMOVED(Phase.FINISH, "GROUP_REMOVED", 0),
    END_KNOWN(Phase.FINISH, "io.berth.local.world.LocalWorld$Outcomes#ended", Where.BEGIN),
    END_SENT(Phase.FINISH, "io.berth.local.world.LocalWorld$Outcomes#ended", Where.END, "", 3_000),
    END_JOURNALED(Phase.FINISH, "io.berth.console.view.job.JobHistory#accept", Where.BEGIN),
    END_LISTED(Phase.FINISH, "io.berth.console.view.job.JobHistory#accept", Where.END),

    SNAPSHOT_DUE(Phase.SNAPSHOT, "io.berth.live.journal.JournalDirectory#rollIfPossible", Where.BEGIN),
    SEGMENT_BEGUN(Phase.SNAPSHOT, "io.berth.live.journal.JournalDirectory#rollIfPossible", Where.END),
    SNAPSHOT_BEGUN(Phase.SNAPSHOT, "io.berth.live.journal.SnapshotStore#write", Where.BEGIN),
    SNAPSHOT_TORN(Phase.SNAPSHOT, "io.berth.live.journal.file.Disk#writeFully", Where.TEAR, "create"),
    SNAPSHOT_WRITTEN(Phase.SNAPSHOT, "io.berth.live.journal.SnapshotStore#write", Where.END);

    final Phase phase;
    final String type;
    final String method;
    final Where where;
    final String argument;
    final long mostDelayMicros;

    /** Where in a method. */
    enum Where {
        BEGIN,
        /** Before it returns. */
        END,
        /** At its beginning, after a part of what it was to write was written; called by the method in {@code argument}. */
        TEAR
    }

    KillPoint(Phase phase, String step, long mostDelayMicros) {
        this(phase, "io.berth.local.launch.LaunchSite#reached", Where.BEGIN, step, mostDelayMicros);
    }

    KillPoint(Phase phase, String place, Where where) {
        this(phase, place, where, "", 0);
    }

    KillPoint(Phase phase, String place, Where where, String argument) {
        this(phase, place, where, argument, 0);
    }

    KillPoint(Phase phase, String place, Where where, String argument, long mostDelayMicros) {
        this.phase = phase;
        int mark = place.indexOf('#');
        this.type = place.substring(0, mark);
        this.method = place.substring(mark + 1);
        this.where = where;
        this.argument = argument;
        this.mostDelayMicros = mostDelayMicros;
    }
}
