package io.berth.edge.access;

import io.berth.core.workload.JobSpec;

/** Which jobs are somebody's own, and what is seen of others. */
public sealed interface Scope {
    /** All jobs: of who runs Berth, and of whom he trusts with all. */
    Scope ALL = new All();

    /** True where a job of {@code spec} is its own: all is told of it, and it may be ended. */
    boolean owns(JobSpec spec);

    /** True where what holds room and waits is told, though not what it is, of jobs that are not its own. */
    boolean seesOutlines();

    /** What its submissions are counted for; empty where they are not. */
    String name();

    /** All jobs are its own. */
    record All() implements Scope {
        @Override
        public boolean owns(JobSpec spec) {
            return true;
        }

        @Override
        public boolean seesOutlines() {
            return true;
        }

        @Override
        public String name() {
            return "";
        }
    }

    /**
     * Those of a tenant, for whom others are as if they were not there.
     *
     * @param queue that is its own, with those below it
     */
    record Tenant(String queue) implements Scope {
        @Override
        public boolean owns(JobSpec spec) {
            return Caller.isBelow(spec.queue(), queue);
        }

        @Override
        public boolean seesOutlines() {
            return false;
        }

        @Override
        public String name() {
            return queue;
        }
    }

    /**
     * Those that run as a user of this machine, who shares it with others and so sees that they are there.
     *
     * @param user the name of the account
     */
    record User(String user) implements Scope {
        @Override
        public boolean owns(JobSpec spec) {
            return spec.firstProgram().user().equals(user);
        }

        @Override
        public boolean seesOutlines() {
            return true;
        }

        /** No queue has such a name. */
        @Override
        public String name() {
            return "/user/" + user;
        }
    }
}
