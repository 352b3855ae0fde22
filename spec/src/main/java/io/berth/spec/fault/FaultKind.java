package io.berth.spec.fault;

import java.util.Locale;

/** What may go wrong in a run, or happen beside it. Each is over in the end: nodes come back, holds are released, delays cease. */
public enum FaultKind {
    NODE_LOST(Of.NODE, "a node is lost with all that runs there, and comes back empty"),
    NODE_GONE(Of.NODE, "a node is forgotten, and its like joins later"),
    NODE_DRAINED(Of.NODE, "a node takes no new tasks"),
    NODE_SMALLER(Of.NODE, "a node is declared with less than it had, whatever runs there"),
    NODE_TAINTED(Of.NODE, "a node is declared with a taint that nobody tolerates"),
    USED_BY_OTHERS(Of.NODE, "others use a part of a node"),
    TASKS_FOUND(Of.NODE, "a task is found running that nobody here started, be there room or not"),
    LOAD_MEASURED(Of.NODE, "what a node does is measured late, or makes no sense"),
    OUTCOMES_LATE(Of.TASKS, "what became of tasks is told late"),
    OUTCOMES_TWICE(Of.TASKS, "what became of tasks is told twice"),
    OUTCOMES_REORDERED(Of.TASKS, "what became of tasks is told in another order"),
    STARTS_FAILED(Of.TASKS, "tasks cannot be started"),
    STARTS_SLOW(Of.TASKS, "tasks take long to start"),
    TASKS_STUCK(Of.TASKS, "tasks that start do not come to an end while it lasts"),
    TASKS_CRASHED(Of.TASKS, "tasks that start fail half way, some over their memory"),
    CLOCK_FORWARD(Of.NONE, "the machine's clock jumps forward, and back when it is over"),
    CLOCK_BACK(Of.NONE, "the machine's clock jumps back, and forward when it is over"),
    RESTART_LOG(Of.NONE, "Berth starts again from its journal"),
    RESTART_SNAPSHOT(Of.NONE, "Berth starts again from a snapshot and what the journal has since"),
    EFFECTS_LOST(Of.NONE, "Berth dies when a frame is written and nothing of it carried out"),
    RECORD_CUT(Of.NONE, "Berth dies while it writes a frame, of which a part is there"),
    STRATEGY_CHANGED(Of.STRATEGY, "another strategy is put in force, for good"),
    JOB_CANCELLED(Of.JOB, "a job is cancelled"),
    JOB_HELD(Of.JOB, "a job is held, and released when it is over"),
    JOB_REQUEUED(Of.JOB, "a job is put back into the queue"),
    JOB_UPDATED(Of.JOB, "priority, queue and time limit of a job become others"),
    PROGRESS_TOLD(Of.JOB, "a running job tells how long it will take, rightly or not"),
    BUDGET_CHANGED(Of.NONE, "few tasks may be stopped for others"),
    IMAGE_MOVED(Of.NODE, "a node is said to hold an image"),
    DATA_MOVED(Of.NODE, "a node gets all data sets, and loses them when it is over"),
    QUEUES_DECLARED(Of.NONE, "queues get quotas and limits, classes of jobs a promise, which are gone when it is over"),
    MIX_TOLD(Of.NONE, "other jobs are said to be expected than come"),
    NODES_RESERVED(Of.NODE, "some nodes are reserved for a queue or for nobody, and no longer when it is over"),
    POOLS_DECLARED(Of.NONE, "nodes are granted to pools of queues, and to nobody when it is over");

    private final Of of;
    private final String doc;

    /** What it befalls. */
    public enum Of {
        NODE,
        JOB,
        /** Those tasks that are started, or tell something, while it lasts: a percentage of them. */
        TASKS,
        STRATEGY,
        NONE
    }

    FaultKind(Of of, String doc) {
        this.of = of;
        this.doc = doc;
    }

    /** What it befalls. */
    public Of of() {
        return of;
    }

    /** How it is written. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What happens, in words. */
    public String doc() {
        return doc;
    }

    /** True where Berth is started again. */
    public boolean restarts() {
        return switch (this) {
            case RESTART_LOG, RESTART_SNAPSHOT, EFFECTS_LOST, RECORD_CUT -> true;
            default -> false;
        };
    }
}
