/** A disk that is full at any write, in memory's place of a real one: what is written through it must be whole when there is room again. */
package io.berth.testkit.disk;
