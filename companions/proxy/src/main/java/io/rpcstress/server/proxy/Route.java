package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import java.net.InetSocketAddress;

/**
 * What a proxy is to do.
 *
 * @param listen where it listens, with a port
 * @param server where it passes the calls on to, with a port; resolved
 * @param carriage as what it carries them
 * @param connections that clients may have open at a time
 * @param processors how many threads or workers it starts
 */
record Route(
    InetSocketAddress listen,
    InetSocketAddress server,
    Carriage carriage,
    int connections,
    int processors) {}
