/**
 * How commands declare what they take, and read what was typed: for help, shells and the manual alike. Of our own, because a command
 * must start at once: decision 43 says what a library costs.
 */
package io.berth.app.option;
