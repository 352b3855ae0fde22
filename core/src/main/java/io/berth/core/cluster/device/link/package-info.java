/**
 * How the devices of a node are connected, and which of them a task gets for that.
 *
 * <pre>
 * Links (what is there, a class of nodes) ──▶ LinkTable (which set is best of which, reckoned once) ──▶ DeviceRow
 * </pre>
 */
@NullMarked
package io.berth.core.cluster.device.link;

import org.jspecify.annotations.NullMarked;
