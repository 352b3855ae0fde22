/** Changing the strategy of a running system from the command line. */
package io.berth.app.strategy;
