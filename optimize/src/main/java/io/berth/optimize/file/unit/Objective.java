package io.berth.optimize.file.unit;

/** What the values of the pairs are put together to. */
public enum Objective {
    /** They are added up. */
    SUM,
    /** They are times; an agent does its tasks one after another, and the times at which each ends are added up. */
    TOTAL_COMPLETION,
    /** They are times; an agent does its tasks one after another, and the time counts at which the last of all ends. */
    MAKESPAN
}
