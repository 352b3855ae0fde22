/**
 * DeepRM: packing jobs with two resources into the steps to come.
 *
 * <p>Source: Mao, Alizadeh, Menache, Kandula: Resource management with deep reinforcement learning, HotNets 2016; what the paper
 * leaves open is as in its program (hongzimao/deeprm).
 */
@NullMarked
package io.berth.learn.environment.deeprm;

import org.jspecify.annotations.NullMarked;
