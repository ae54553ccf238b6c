/**
 * Services that call services: which roles a process has, where its peers are, and the way of an
 * order through them, whatever carries it. No technology enters here, and no option.
 */
@NullMarked
package io.rpcstress.server.base.services;

import org.jspecify.annotations.NullMarked;
