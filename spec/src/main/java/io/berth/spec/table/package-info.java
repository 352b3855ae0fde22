/** What people read in a terminal: tables within a window's width, moments. */
package io.berth.spec.table;
