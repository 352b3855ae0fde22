/** Where a running system without a REST API is asked to change its strategy. */
package io.berth.app.strategy;
