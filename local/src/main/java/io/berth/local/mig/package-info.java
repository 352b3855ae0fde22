/**
 * Instances of GPUs in MIG mode that Berth makes for tasks and removes: a file says which are its own, so that no others are touched, however
 * often it dies (decision 88).
 */
@NullMarked
package io.berth.local.mig;

import org.jspecify.annotations.NullMarked;
