/** What says in which order the jobs of a window get their places: attention in plain Java, the same bits on every machine. */
@NullMarked
package io.berth.core.model.sequence;

import org.jspecify.annotations.NullMarked;
