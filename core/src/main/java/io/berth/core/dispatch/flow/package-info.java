/**
 * The way of requests, from their arrival to their end: one code for a gateway and for the simulator.
 *
 * <pre>
 *  arrive ──▶ next stages ──▶ feature cache: there ─────────────────────────────────▶ next stages … ──▶ ANSWERED
 *    ▲             │              │ not there                                              ▲
 *    │             │              ▼                                                        │
 *    │             │          single flight: equal work is under way ──▶ wait for it ──────┤
 *    │             │              │ none is                                                │
 *    │             │              ▼                                                        │
 *    │             │          Dispatcher.offer: balancer, admission ──▶ REJECTED           │
 *    │             │              │                                                        │
 *    │             │              ▼                                                        │
 *    │             │          queue of a server, or the gateway's ──▶ a slot ──▶ answered ─┘
 *    │             │              ▲                                     │
 *    │             │              └── Dispatcher.again ◀── server or attempt failed ──▶ FAILED (no retry left, or answering)
 *    │             └─ at any time: CANCELLED, TIMED_OUT
 *  Servers (canStart, start, stop, gone), Clients (ended): who is told what to do
 * </pre>
 *
 * <p>{@code Flow} is the state machine. It has no clock, thread or socket: time is an argument, and what must be done is a call
 * on {@code Servers} or {@code Clients}, which virtual servers and connections implement. Whoever has a clock asks {@code nextNanos} and calls
 * {@code tick}. One instance serves one event loop, with its own fleet, dispatcher and caches.
 *
 * <p>A {@code Passage} is a request on its way, an {@code Attempt} one stage of it at one server; a stage that is tried again is a further attempt with
 * an id of its own, so that an answer that comes late is nobody's. Equal work in flight ({@code SingleFlight}) has one attempt; when the
 * request that began it ends before its time, the first that waits inherits it.
 *
 * <p>Servers join, leave, fail and recover here, since each of these moves requests:
 *
 * <pre>
 *            join                    leave                         last request ended
 *  (number) ──────▶ up ───────────────────────────▶ draining ──────────────────────────▶ gone (number free)
 *                  │ ▲                                 │ fail                                ▲
 *             fail │ │ recover                         └─────────────────────────────────────┤
 *                  ▼ │                leave                                                  │
 *                 down ──────────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>What is stopped ({@code Stops}) has its slot until it is known to have ended: a client that left, a request that was not answered in
 * time, one that makes room for a more urgent one. The latter goes back into the queue.
 *
 * <p>Those in a slot of a server that fails are tried again where they may be; those that only waited for it move on and lose no
 * retry. Balancers hear of it through the fleet: a server that fails or recovers costs as much as one request, one that joins or leaves a look at
 * all servers.
 */
package io.berth.core.dispatch.flow;
