/**
 * Several client hosts: the agent that is started on each, what it and the harness say to each
 * other, and the harness's side of it. Hosts are reached by ssh's own program, and by the streams
 * of that alone. May use what forks a process and what plans a point; no command, no campaign and
 * no table.
 */
@NullMarked
package io.rpcstress.client.harness.agent;

import org.jspecify.annotations.NullMarked;
