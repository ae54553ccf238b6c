/**
 * Another's program that a server of ours starts and looks after, such as a proxy or a broker: a
 * private folder, a process that ends with this one, its words where it fails, its usage. Knows no
 * such program by name, and nothing of what it serves.
 */
@NullMarked
package io.rpcstress.server.base.program;

import org.jspecify.annotations.NullMarked;
