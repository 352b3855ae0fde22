/**
 * What a pass tells of the jobs that it comes to: why each was passed over, and what the nodes lacked at that moment. A pass that nobody
 * asks of tells nothing, which costs a look at a field. {@code Trace} is the door; {@code ShapeLack} keeps by node why a shape does not
 * fit and how much is missing ({@code Deficit}), and looks again only at nodes that changed since it was asked last.
 */
package io.berth.core.plan.trace;
