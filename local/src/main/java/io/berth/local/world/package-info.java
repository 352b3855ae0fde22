/**
 * This machine as the world of a live run: decisions become processes, and what becomes of those becomes events. Nothing here
 * decides or remembers: what is under way stands in the state and in the folders of the tasks.
 */
@NullMarked
package io.berth.local.world;

import org.jspecify.annotations.NullMarked;
