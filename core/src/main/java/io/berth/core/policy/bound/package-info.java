/** How long jobs may wait before they go before all others (decision 95). */
package io.berth.core.policy.bound;
