package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.Authenticator;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a service centre was built with.
 *
 * @param address where to listen
 * @param port where to listen; 0 for any free port
 * @param inProcess the name to listen under inside of this process, or null to listen on a socket
 * @param eventLoops threads for the network and for handlers that do not block, at least 1
 * @param providers objects of classes with {@code @RPCXServer}
 * @param codecs what the application's classes are carried by
 * @param blockingCalls runs handlers that block, or null for threads of RPCX's own
 * @param tokens decides whether a client's token is good, or null if each is
 * @param interceptors what stands around every call, outermost first
 * @param tls encrypts, or null for clear text
 * @param limits the limits
 * @param authenticator decides who a client is, or null to take the subject of its certificate
 * @param quotas limits that are off by default
 * @param describes whether callers may read what is published
 */
public record ServerSettings(
    String address,
    int port,
    @Nullable String inProcess,
    int eventLoops,
    List<Object> providers,
    OwnCodecs codecs,
    @Nullable Executor blockingCalls,
    @Nullable Predicate<String> tokens,
    List<ServerInterceptor> interceptors,
    @Nullable TlsContexts tls,
    Limits limits,
    @Nullable Authenticator authenticator,
    Quotas quotas,
    boolean describes) {}
