/**
 * The accelerators of this machine: found by the vendors' own tools, described as a node, and shown to a task by its
 * environment.
 */
@NullMarked
package io.berth.local.device;

import org.jspecify.annotations.NullMarked;
