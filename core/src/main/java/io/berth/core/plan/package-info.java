/**
 * One pass of the planner.
 *
 * <pre>
 *  state ──▶ Planner.plan()                                                        ──▶ Plan
 *              Stopping            what events and time limits call for
 *              PromisedAllocation  backfill: conservative   ┐
 *              WindowAllocation    plan: a window method    ├ one of them, by the strategy
 *              Allocation          all others               ┘
 *              Rejection           new jobs that no node could ever hold
 *              Expiry              patience over, dependency failed
 * </pre>
 *
 * All stages write into one {@code Draft} and take room in one scratch of the node table, which is rolled back when the pass is over.
 *
 * <p>What may say no to a job in {@code Allocation}, in this order: it rests after a failed start; it is known not to fit (memo); no
 * node is chosen for one of its tasks ({@code RoomSearch}, by {@code JobRoom} and the index); it would delay the job that room is kept
 * for (EASY); its room is free only when others have stopped. Where it does not fit: no node could ever hold it; victims make room
 * ({@code preempt.Preempter}); it holds back those behind it (no backfill), only those that would delay it (EASY), nobody (greedy).
 *
 * <p>Where the time goes: in the tournaments of the index, once per task placed and per shape that changed nodes; the queue skips
 * blocks of jobs whose shapes are known not to fit (docs/experiments 001, 006).
 */
package io.berth.core.plan;
