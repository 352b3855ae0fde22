/**
 * What people look at: jobs, nodes and queues as the last instant left them, kept from the engine's frames so that reading a list
 * never waits for the engine or holds it up.
 */
package io.berth.console.view;
