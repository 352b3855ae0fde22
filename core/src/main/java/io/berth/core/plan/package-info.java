/**
 * One pass of the planner.
 *
 * <pre>
 *  state ──▶ Planner.plan()                                                        ──▶ Plan
 *              Stopping            what events and time limits call for
 *              PromisedAllocation  backfill: conservative   ┐
 *              WindowAllocation    plan: a window method    ├ one of them, by the strategy
 *              Allocation          all others               ┘
 *              Growth              jobs that run get more of their tasks, where nobody who waits goes without for it
 *              Consolidating       running jobs that move so that a waiting one fits
 *              Yielding            best-effort jobs of nodes of which they hold more than others leave
 *              BestEffort          those that wait, on what others ask for and do not use
 *              Rejection           new jobs that no node could ever hold
 *              Expiry              patience over, dependency failed
 * </pre>
 *
 * All stages write into one {@code Draft} and take room in one scratch of the node table, which is rolled back when the pass is over.
 *
 * <p>A job on its way through {@code Allocation}, and who may say no, first to last:
 *
 * <pre>
 *  queue, by a KeyedOrder or as a Chooser picks
 *   │  rests after a failed start ─────────────────────────────────▶ BACK_OFF
 *   │  known not to fit: Misfits, by gang and tasks ───────────┐
 *   ▼                                                          │
 *  RoomSearch: a GangPlacer takes room, group by group         │
 *   │    a node for each: the index, kept by shape             │
 *   │      Filter    may the node take it? ────────────────────┤ the reason of most nodes, or GANG
 *   │      Scorer or Picker    which is preferred              │
 *   │      GpuPicker           which device of it              │
 *   │  beside what is kept for the first that waits (EASY) ────┤ WOULD_DELAY
 *   ▼                                                          ▼
 *  is its room free, or of jobs that are being stopped?     could the empty cluster hold it? ─────▶ NO_NODE_EVER
 *   │  not yet ──▶ MAKING_ROOM                                 │
 *   ▼                                                       a VictimPicker finds who stops for it ──▶ MAKING_ROOM
 *  Start                                                       │
 *                                                           holds back all behind it (backfill none) ──▶ BEHIND_HEAD,
 *                                                           those that would delay it (easy), nobody (greedy)
 * </pre>
 *
 * {@code PromisedAllocation} asks for room beside all that is promised, so its no is {@code WOULD_DELAY} where there is room at all;
 * {@code WindowAllocation} holds what has room for the plan of a {@code WINDOW}, and the rest waits behind.
 *
 * <p>Whoever says no tells {@code trace.Trace} at that moment, where somebody asks; {@code explain} reads it. A traced pass goes through
 * the whole queue, without the shortcuts for jobs known not to start, and plans the same.
 *
 * <p>Where the time goes: in the tournaments of the index, once per task placed and per shape that changed nodes; a filter and a scorer
 * are asked only of nodes that changed since the shape was asked last. The queue skips blocks of jobs whose shapes are known not to fit
 * (docs/experiments 001, 006). With preemption it goes in the index of victims, which looks at nodes that changed too.
 */
package io.berth.core.plan;
