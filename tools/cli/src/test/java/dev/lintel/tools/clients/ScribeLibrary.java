package dev.lintel.tools.clients;

import com.github.scribejava.core.builder.ServiceBuilder;
import com.github.scribejava.core.builder.api.DefaultApi20;
import com.github.scribejava.core.model.OAuth2AccessToken;
import com.github.scribejava.core.model.OAuth2AccessTokenErrorResponse;
import com.github.scribejava.core.model.OAuthRequest;
import com.github.scribejava.core.model.Response;
import com.github.scribejava.core.model.Verb;
import com.github.scribejava.core.oauth.AccessTokenRequestParams;
import com.github.scribejava.core.oauth.AuthorizationUrlBuilder;
import com.github.scribejava.core.oauth.OAuth20Service;
import com.github.scribejava.core.oauth2.clientauthentication.ClientAuthentication;
import com.github.scribejava.core.oauth2.clientauthentication.HttpBasicAuthenticationScheme;
import com.github.scribejava.core.oauth2.clientauthentication.RequestBodyAuthenticationScheme;
import com.github.scribejava.core.pkce.PKCE;
import com.github.scribejava.core.revoke.TokenTypeHint;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// ScribeJava. It has no discovery, compares no `state`, knows no refusal at the browser, and takes the TLS trust
/// of the whole JVM.
final class ScribeLibrary implements Library {
    private final Application application;
    private final OAuth20Service service;
    private PKCE pkce = new PKCE();
    private String state = "";

    ScribeLibrary(Application application) {
        this.application = application;
        var builder = new ServiceBuilder(application.id());
        if (application.secret() != null) builder.apiSecret(application.secret());
        this.service = builder.callback(application.redirect().toString())
                .defaultScope(Application.SCOPE)
                .build(new Server(application));
    }

    /// Where the box has its endpoints, as the library wants to be told.
    private static final class Server extends DefaultApi20 {
        private final Application application;

        Server(Application application) {
            this.application = application;
        }

        @Override
        public String getAccessTokenEndpoint() {
            return application.issuer() + "/oauth/token";
        }

        @Override
        protected String getAuthorizationBaseUrl() {
            return application.issuer() + "/oauth/authorize";
        }

        @Override
        public String getRevokeTokenEndpoint() {
            return application.issuer() + "/oauth/revoke";
        }

        @Override
        public ClientAuthentication getClientAuthentication() {
            return application.method() == Application.Method.BASIC
                    ? HttpBasicAuthenticationScheme.instance()
                    : RequestBodyAuthenticationScheme.instance();
        }
    }

    @Override
    public @Nullable String issuer() {
        return null;
    }

    @Override
    public URI authorization() {
        state = UUID.randomUUID().toString();
        AuthorizationUrlBuilder url =
                service.createAuthorizationUrlBuilder().state(state).initPKCE();
        pkce = url.getPkce();
        return URI.create(url.build());
    }

    @Override
    public Answer exchange(URI redirected) throws Exception {
        String error = parameters(redirected).get("error");
        if (error != null) return new Refused(error);
        var answer = service.extractAuthorization(redirected.toString());
        if (!state.equals(answer.getState())) return Refused.BY_THE_LIBRARY;
        var parameters = AccessTokenRequestParams.create(answer.getCode()).pkceCodeVerifier(pkce.getCodeVerifier());
        try {
            return tokens(service.getAccessToken(parameters));
        } catch (OAuth2AccessTokenErrorResponse e) {
            return new Refused(e.getError().getErrorString());
        }
    }

    private static Map<String, String> parameters(URI redirected) {
        return Stream.of(redirected.getRawQuery().split("&"))
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(
                        parameter -> parameter[0],
                        parameter -> URLDecoder.decode(parameter[1], StandardCharsets.UTF_8)));
    }

    @Override
    public Answer refresh(String refreshToken) throws Exception {
        try {
            return tokens(service.refreshAccessToken(refreshToken));
        } catch (OAuth2AccessTokenErrorResponse e) {
            return new Refused(e.getError().getErrorString());
        }
    }

    private static Tokens tokens(OAuth2AccessToken token) {
        return new Tokens(
                token.getAccessToken(),
                token.getRefreshToken(),
                token.getTokenType(),
                token.getExpiresIn(),
                token.getScope());
    }

    @Override
    public Called get(String path, String accessToken) throws Exception {
        var request = new OAuthRequest(Verb.GET, application.issuer() + path);
        service.signRequest(accessToken, request);
        try (Response answer = service.execute(request)) {
            return Called.of(answer.getCode(), answer.getHeader("WWW-Authenticate"), answer.getBody());
        }
    }

    @Override
    public void revoke(String refreshToken) throws Exception {
        service.revokeToken(refreshToken, TokenTypeHint.REFRESH_TOKEN);
    }
}
