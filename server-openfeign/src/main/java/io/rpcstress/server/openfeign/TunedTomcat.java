package io.rpcstress.server.openfeign;

import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.RequestContextFilter;

/**
 * What the tuned variant sets that Boot has no property for. Not annotated, so that the example's
 * scan does not find it: {@link OpenFeignServer} names it where it is wanted.
 */
class TunedTomcat {

  /** Boot makes one of its own unless there is one; nothing here is request-scoped. */
  @Bean
  FilterRegistrationBean<RequestContextFilter> noRequestContextFilter(RequestContextFilter filter) {
    FilterRegistrationBean<RequestContextFilter> registration =
        new FilterRegistrationBean<>(filter);
    registration.setEnabled(false);
    return registration;
  }

  @Bean
  RequestContextFilter requestContextFilter() {
    return new RequestContextFilter();
  }

  @Bean
  TomcatConnectorCustomizer withoutKeepAliveHeaders() {
    return connector -> {
      if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
        http.setUseKeepAliveResponseHeader(false);
      }
    };
  }
}
