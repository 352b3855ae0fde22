package io.berth.sim.safety;

/** The safety list. */
public enum Rule {
    TIME_GOES_ON("time never goes back"),
    NUMBERS_RISE("passes and decisions are numbered without a gap"),
    ROOM_IS_GIVEN_ONCE("no resource and no device is given to more than it has room for"),
    ROOM_ADDS_UP("what is free is what was declared less what others use and jobs hold"),
    STARTS_ON_USABLE_NODES("tasks start only on nodes that are there, take tasks and have the right devices"),
    PEERS_ALLOW_IT("tasks start only where the rules between tasks let them, those of what runs included"),
    GANGS_ARE_WHOLE("all tasks of a job start by one decision"),
    GROUPS_STAY_TOGETHER(
            "the tasks of a group that has a domain of its own start in one, and those that come later come to that one"),
    SIZES_ARE_KEPT(
            "no group of a job that runs has fewer tasks than its fewest, or more than its most, whatever comes or goes"),
    PHASES_FOLLOW(
            "a job goes to its next phase when all of its present one is done, and holds no more than its phase asks for"),
    LATE_STARTS_END("a job of whose tasks more do not run in time than may is stopped in that instant"),
    BROKEN_GANGS_STOP("a job that lost a member, was cancelled or put back is stopped in the same instant"),
    JOBS_START_ONCE("only a waiting job starts, and not while it rests"),
    OTHERS_END_FIRST("a job starts only after the jobs that it comes after have ended as they must"),
    HELD_JOBS_WAIT("a job that somebody holds does not start until it is released"),
    ARRAYS_KEEP_THEIR_LIMIT("no more jobs of an array hold room than may"),
    RESERVED_NODES_ARE_KEPT(
            "no task starts on a reserved node that would still be there, by its time limit, but those of the reservation's queues"),
    GRANTED_NODES_ARE_KEPT(
            "no task starts on a node of a pool that is not granted to a pool of its queue, and no node is granted to a pool that may not have it"),
    JOBS_LIVE_ONCE("every submitted job is waiting, holding or ended, and ends once"),
    ONLY_THOSE_MOVE_THAT_GO_ON("a job is stopped to move only where it goes on where it stopped"),
    MOVES_ARE_WHOLE(
            "a job is stopped to move only where the same plan has a place for it and for the one that it moves for, and it starts there or gives that up"),
    MOVES_KEEP_THEIR_BUDGET(
            "no more jobs move within an hour, and none sooner after its start, than the strategy allows"),
    WINDOWS_KEEP_THEIR_CAPS("of jobs planned together, no queue gets more than its cap"),
    TASKS_RUN_AS_DECIDED("the world runs each task once, where it was decided, and none that the state does not hold"),
    RECOVERED_AS_IT_WAS("the state that the journal gives is the state that was"),
    REDECIDED_ALIKE("the policies decide each recorded pass again as they did"),
    NOBODY_WAITS_FOR_EVER("when nothing goes wrong any more, every job starts within the bound and ends"),
    BOUNDED_WAITS_END(
            "under a bound on waiting, whoever is first of those that press starts once all that ran then have ended and were expected to"),
    INSTANTS_END("what happens comes to an end: no pass leads to another without end"),
    NOTHING_IS_THROWN("whatever happens, the engine throws nothing"),
    EXPECTED("what the scenario expects comes true");

    private final String sentence;

    Rule(String sentence) {
        this.sentence = sentence;
    }

    /** What it demands, in words. */
    public String sentence() {
        return sentence;
    }
}
