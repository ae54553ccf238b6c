package io.rpcstress.contract.dubbo;

import org.apache.dubbo.config.ApplicationConfig;

/** How Dubbo is set up on both hosts: no registry, no other port, no file. */
public final class DubboSettings {
  private static final String NAME = "rpc-stress";

  /** The longest message, bytes: as Dubbo has it. The longest list needs a tenth of it. */
  public static final int MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

  /** Its own wait when it ends, ms: the process that ends it has waited already. */
  private static final String SHUTDOWN_MILLIS = "1";

  private DubboSettings() {}

  /** Sets what Dubbo takes from the system's properties alone, before its classes are loaded. */
  public static void apply() {
    System.setProperty("dubbo.application.logger", "slf4j");
    // The program that runs it ends it.
    System.setProperty("dubbo.shutdownHook.listenIgnore", "true");
    // Else calls of a connection that is lost end seconds later, one after the other.
    System.setProperty("dubbo.service.shutdown.wait", SHUTDOWN_MILLIS);
    // Else a server whose connection was lost is none that may be called, for some time.
    System.setProperty("dubbo.connectivity.validation", "false");
  }

  public static ApplicationConfig application() {
    ApplicationConfig application = new ApplicationConfig(NAME);
    application.setLogger("slf4j");
    application.setQosEnable(false); // a port for its management
    application.setDumpEnable(false); // else it writes threads' stacks into the user's home
    application.setEnableFileCache(false); // else it keeps names in .dubbo there
    application.setShutwait(SHUTDOWN_MILLIS);
    // Threads of each service, its own way, leave requests unanswered that it cannot decode.
    application.setExecutorManagementMode("default");
    // Hessian makes objects of no class but those in security/serialize.allowlist.
    application.setSerializeCheckStatus("STRICT");
    application.setAutoTrustSerializeClass(false);
    return application;
  }
}
