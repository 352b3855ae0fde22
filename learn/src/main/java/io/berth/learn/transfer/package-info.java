/** What was learnt on one workload put to use on another: how alike workloads are, and how to make much of a short one. */
@NullMarked
package io.berth.learn.transfer;

import org.jspecify.annotations.NullMarked;
