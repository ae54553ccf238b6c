/**
 * How long a technology takes from nothing: the start of a JVM to its first reply, its first calls,
 * and the memory that it holds at rest. Each sample is a JVM of its own, and who started it waits
 * without doing anything. Nothing here prints, and no number here mixes with those of warm
 * processes.
 */
@NullMarked
package io.rpcstress.client.harness.campaign.coldstart;

import org.jspecify.annotations.NullMarked;
