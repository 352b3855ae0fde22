/** What the API says of pools of nodes. */
package io.berth.console.api.pool;
