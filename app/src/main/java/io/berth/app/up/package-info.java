/** {@code berth up}: the engine under the real clock, with this machine as its one node. */
package io.berth.app.up;
