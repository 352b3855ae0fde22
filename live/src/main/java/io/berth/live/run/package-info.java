/** A running system put together: state, journal, driver and the world its decisions are carried out in. */
package io.berth.live.run;
