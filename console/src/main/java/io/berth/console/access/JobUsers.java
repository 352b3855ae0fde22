package io.berth.console.access;

import io.berth.core.workload.Program;
import io.berth.edge.access.Caller;

/** Says whom a job runs as when it is handed in; what it says stands in the journal and is not asked again. */
@FunctionalInterface
public interface JobUsers {
    /** Of a world that is emulated: nothing runs, so what a job names stands. */
    JobUsers AS_NAMED = (_, program) -> program;

    /**
     * The program of a job of {@code caller} as it will run.
     *
     * @param program as it was handed in
     * @throws io.berth.console.http.message.ProblemException where the job may not run as the user that it names
     */
    Program of(Caller caller, Program program);
}
