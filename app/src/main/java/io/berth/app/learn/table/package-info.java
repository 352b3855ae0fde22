/** Assignments of few states learnt by a table: {@code berth train assignment --table}. */
package io.berth.app.learn.table;
