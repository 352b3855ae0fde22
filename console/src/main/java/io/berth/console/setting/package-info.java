/** The settings of the system that is served and what learns beside it, behind seams that whoever puts it together fills. */
package io.berth.console.setting;
