/**
 * Running jobs that make room for pending ones. {@code Preempter} is the door; a {@code VictimPicker} says who may
 * be stopped. Of {@code LastInOrder}, which is the only one, {@code VictimIndex} keeps by shape how far down the
 * order must be preempted on each node until a task fits there, {@code HoldingJobs} keeps which jobs are being stopped and which weaken when.
 *
 * <p>Preempted are, by definition, the jobs at the end of the order, one after the other, until the pending one fits; those that it
 * turns out not to need keep their room. Whether a job fits is a matter of counts: the tasks of its shape that the nodes hold
 * together. So the last job that must go is found without releasing any, and only those are released that are on nodes where the
 * tasks may go. Where those that stop are more than disruption budgets allow ({@code Allowances}), others are looked for. Jobs of one
 * unit ({@code Units}) stop together or not at all.
 */
package io.berth.core.plan.preempt;
