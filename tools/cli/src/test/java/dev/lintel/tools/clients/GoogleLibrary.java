package dev.lintel.tools.clients;

import com.google.api.client.auth.oauth2.AuthorizationCodeFlow;
import com.google.api.client.auth.oauth2.AuthorizationCodeResponseUrl;
import com.google.api.client.auth.oauth2.BearerToken;
import com.google.api.client.auth.oauth2.ClientParametersAuthentication;
import com.google.api.client.auth.oauth2.Credential;
import com.google.api.client.auth.oauth2.RefreshTokenRequest;
import com.google.api.client.auth.oauth2.TokenRequest;
import com.google.api.client.auth.oauth2.TokenResponse;
import com.google.api.client.auth.oauth2.TokenResponseException;
import com.google.api.client.http.BasicAuthentication;
import com.google.api.client.http.GenericUrl;
import com.google.api.client.http.HttpExecuteInterceptor;
import com.google.api.client.http.HttpRequest;
import com.google.api.client.http.HttpResponse;
import com.google.api.client.http.UrlEncodedContent;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.client.util.GenericData;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Google OAuth Client Library. It has no discovery, compares no `state` and knows no revocation: its HTTP client sends
/// that one.
final class GoogleLibrary implements Library {
    private final Application application;
    private final NetHttpTransport transport;
    private AuthorizationCodeFlow flow;
    private String state = "";

    GoogleLibrary(Application application, SSLSocketFactory tls) {
        this.application = application;
        this.transport = new NetHttpTransport.Builder().setSslSocketFactory(tls).build();
        this.flow = begin();
    }

    /// A flow keeps one verifier.
    private AuthorizationCodeFlow begin() {
        return new AuthorizationCodeFlow.Builder(
                        BearerToken.authorizationHeaderAccessMethod(),
                        transport,
                        GsonFactory.getDefaultInstance(),
                        at("/oauth/token"),
                        authentication(),
                        application.id(),
                        application.issuer() + "/oauth/authorize")
                .setScopes(List.of(Application.SCOPE.split(" ")))
                .enablePKCE()
                .build();
    }

    private HttpExecuteInterceptor authentication() {
        return application.method() == Application.Method.BASIC
                ? new BasicAuthentication(application.id(), application.secret())
                : new ClientParametersAuthentication(application.id(), application.secret());
    }

    private GenericUrl at(String path) {
        return new GenericUrl(application.issuer().resolve(path));
    }

    @Override
    public @Nullable String issuer() {
        return null;
    }

    @Override
    public URI authorization() {
        flow = begin();
        state = UUID.randomUUID().toString();
        return flow.newAuthorizationUrl()
                .setRedirectUri(application.redirect().toString())
                .setState(state)
                .toURI();
    }

    @Override
    public Answer exchange(URI redirected) throws IOException {
        var answer = new AuthorizationCodeResponseUrl(redirected.toString());
        if (!state.equals(answer.getState())) return Refused.BY_THE_LIBRARY;
        if (answer.getError() != null) return new Refused(answer.getError());
        return ask(flow.newTokenRequest(answer.getCode())
                .setRedirectUri(application.redirect().toString()));
    }

    @Override
    public Answer refresh(String refreshToken) throws IOException {
        return ask(
                new RefreshTokenRequest(transport, GsonFactory.getDefaultInstance(), at("/oauth/token"), refreshToken)
                        .setClientAuthentication(authentication()));
    }

    private static Answer ask(TokenRequest request) throws IOException {
        try {
            TokenResponse tokens = request.execute();
            return new Tokens(
                    tokens.getAccessToken(),
                    tokens.getRefreshToken(),
                    tokens.getTokenType(),
                    tokens.getExpiresInSeconds(),
                    tokens.getScope());
        } catch (TokenResponseException e) {
            if (e.getDetails() == null) throw e;
            return new Refused(e.getDetails().getError());
        }
    }

    @Override
    public Called get(String path, String accessToken) throws IOException {
        Credential credential =
                new Credential(BearerToken.authorizationHeaderAccessMethod()).setAccessToken(accessToken);
        HttpRequest request = transport
                .createRequestFactory(credential)
                .buildGetRequest(at(path))
                .setThrowExceptionOnExecuteError(false);
        HttpResponse answer = request.execute();
        return Called.of(answer.getStatusCode(), answer.getHeaders().getAuthenticate(), answer.parseAsString());
    }

    @Override
    public void revoke(String refreshToken) throws IOException {
        var form = new UrlEncodedContent(new GenericData().set("token", refreshToken));
        HttpRequest request = transport
                .createRequestFactory()
                .buildPostRequest(at("/oauth/revoke"), form)
                .setInterceptor(authentication());
        request.execute().disconnect();
    }
}
