package io.rpcstress.rpcx.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Makes Spring Boot print one message instead of a stack trace. */
final class RpcxFailureAnalyzer extends AbstractFailureAnalyzer<RpcxConfigurationException> {
  /** For Spring. */
  RpcxFailureAnalyzer() {}

  @Override
  protected FailureAnalysis analyze(Throwable root, RpcxConfigurationException cause) {
    return new FailureAnalysis(cause.getMessage(), cause.action(), root);
  }
}
