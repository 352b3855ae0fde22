/** Pools of nodes: which nodes are granted to which queues, and taken back as demand moves (decision 107). */
package io.berth.core.pool;
