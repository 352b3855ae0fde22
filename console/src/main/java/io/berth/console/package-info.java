/** The edge that people and programs reach a running system by over HTTP. */
package io.berth.console;
