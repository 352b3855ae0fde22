/** Code that breaks every rule, one class or member per rule; it is never shipped. */
package io.berth.testkit.architecture.planted;
