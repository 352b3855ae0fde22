/** Pools of nodes as users write them. */
package io.berth.spec.pool;
