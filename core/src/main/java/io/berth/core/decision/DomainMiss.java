package io.berth.core.decision;

/**
 * How near a job that must be in one domain is to one.
 *
 * @param group the group of its tasks that must be in one domain of its own, by name; empty where it is the job, or the group that asks for
 *     most of those that must be in one together
 * @param level the label of the domains that it may be in; {@code node} where each node is one
 * @param domain the one that holds most of its tasks now
 * @param holds how many that are
 * @param tasks how many there must be
 * @param wider the narrowest wider domain that would hold all of them now, such as {@code block b1}; empty for none
 */
public record DomainMiss(String group, String level, String domain, long holds, int tasks, String wider) {
    /** In words: {@code rack r3 holds 6 of 8, block b1 would hold them all}; of a group with its name before. */
    public String text() {
        String nearest = (group.isEmpty() ? "" : "group " + group + ": ") + level + " " + domain + " holds " + holds
                + " of " + tasks;
        return wider.isEmpty() ? nearest : nearest + ", " + wider + " would hold them all";
    }
}
