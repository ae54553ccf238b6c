/**
 * What is made of many points: a sweep, repetitions, a search, a calibration, controls, cold
 * starts. Each has a package of its own and uses no other but {@code repeat}. Nothing lives here
 * itself.
 */
@NullMarked
package io.rpcstress.client.harness.campaign;

import org.jspecify.annotations.NullMarked;
