package io.berth.optimize.exact;

/** Which of the solvers in OR-Tools does the work. */
public enum Engine {
    /** Constraint programming on clauses: tells assignments and bounds while it runs. */
    CP_SAT,
    /** Branch and cut: proofs early where the linear relaxation is tight; tells what it found at its end. */
    SCIP
}
