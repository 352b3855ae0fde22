/** Orders of windows of the queue: how they are learnt and tested. */
@org.jspecify.annotations.NullMarked
package io.berth.app.learn.window;
