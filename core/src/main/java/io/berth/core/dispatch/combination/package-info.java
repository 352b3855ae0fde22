/** Balancers made of several. */
@NullMarked
package io.berth.core.dispatch.combination;

import org.jspecify.annotations.NullMarked;
