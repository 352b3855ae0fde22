/** Virtual model servers, and requests that run through a dispatcher to them in virtual time. */
package io.berth.sim.fleet;
