/** The settings of a running system, behind a seam that whoever started it fills. */
package io.berth.console.setting;
