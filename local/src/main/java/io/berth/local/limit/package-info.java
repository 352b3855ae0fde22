/** What a task may use at most, and the control groups of the kernel that see to it. */
@NullMarked
package io.berth.local.limit;

import org.jspecify.annotations.NullMarked;
