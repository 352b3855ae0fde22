/** Which nodes are granted to which pools, chosen by what waits and what runs (decision 107). */
package io.berth.core.plan.pool;
