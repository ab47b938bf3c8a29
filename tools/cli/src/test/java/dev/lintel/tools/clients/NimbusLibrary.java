package dev.lintel.tools.clients;

import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationResponse;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import java.net.URI;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// Nimbus OAuth 2.0 SDK. It parses `state` and `iss` of the answer and leaves comparing them to the program.
final class NimbusLibrary implements Library {
    private final Application application;
    private final SSLSocketFactory tls;
    private final AuthorizationServerMetadata server;
    private CodeVerifier verifier = new CodeVerifier();
    private State state = new State();

    NimbusLibrary(Application application, SSLSocketFactory tls) throws Exception {
        this.application = application;
        this.tls = tls;
        Issuer issuer = new Issuer(application.issuer());
        this.server = AuthorizationServerMetadata.resolve(issuer, request -> request.setSSLSocketFactory(tls));
    }

    @Override
    public String issuer() {
        return server.getIssuer().getValue();
    }

    @Override
    public URI authorization() {
        verifier = new CodeVerifier();
        state = new State();
        return new AuthorizationRequest.Builder(ResponseType.CODE, new ClientID(application.id()))
                .endpointURI(server.getAuthorizationEndpointURI())
                .redirectionURI(application.redirect())
                .scope(Scope.parse(Application.SCOPE))
                .state(state)
                .codeChallenge(verifier, CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    @Override
    public Answer exchange(URI redirected) throws Exception {
        AuthorizationResponse answer = AuthorizationResponse.parse(redirected);
        boolean ours = state.equals(answer.getState())
                && (!server.supportsAuthorizationResponseIssuerParam()
                        || server.getIssuer().equals(answer.getIssuer()));
        if (!ours) return Refused.BY_THE_LIBRARY;
        if (!answer.indicatesSuccess()) {
            return new Refused(answer.toErrorResponse().getErrorObject().getCode());
        }
        var code = answer.toSuccessResponse().getAuthorizationCode();
        return ask(new AuthorizationCodeGrant(code, application.redirect(), verifier));
    }

    @Override
    public Answer refresh(String refreshToken) throws Exception {
        return ask(new RefreshTokenGrant(new RefreshToken(refreshToken)));
    }

    private Answer ask(AuthorizationGrant grant) throws Exception {
        URI at = server.getTokenEndpointURI();
        ClientAuthentication authentication = authentication();
        TokenRequest request = authentication == null
                ? new TokenRequest.Builder(at, new ClientID(application.id()), grant).build()
                : new TokenRequest.Builder(at, authentication, grant).build();
        TokenResponse answer = TokenResponse.parse(send(request.toHTTPRequest()));
        if (!answer.indicatesSuccess()) {
            return new Refused(answer.toErrorResponse().getErrorObject().getCode());
        }
        var tokens = answer.toSuccessResponse().getTokens();
        BearerAccessToken access = tokens.getBearerAccessToken();
        return new Tokens(
                access.getValue(),
                tokens.getRefreshToken().getValue(),
                access.getType().getValue(),
                access.getLifetime(),
                access.getScope().toString());
    }

    private @Nullable ClientAuthentication authentication() {
        var id = new ClientID(application.id());
        return switch (application.method()) {
            case BASIC -> new ClientSecretBasic(id, secret());
            case POST -> new ClientSecretPost(id, secret());
            case NONE -> null;
        };
    }

    private Secret secret() {
        return new Secret(Objects.requireNonNull(application.secret()));
    }

    @Override
    public Called get(String path, String accessToken) throws Exception {
        var request =
                new HTTPRequest(HTTPRequest.Method.GET, application.issuer().resolve(path));
        request.setAuthorization(new BearerAccessToken(accessToken).toAuthorizationHeader());
        HTTPResponse answer = send(request);
        return Called.of(answer.getStatusCode(), answer.getWWWAuthenticate(), answer.getBody());
    }

    @Override
    public void revoke(String refreshToken) throws Exception {
        URI at = server.getRevocationEndpointURI();
        ClientAuthentication authentication = authentication();
        var token = new RefreshToken(refreshToken);
        var request = authentication == null
                ? new TokenRevocationRequest(at, new ClientID(application.id()), token)
                : new TokenRevocationRequest(at, authentication, token);
        send(request.toHTTPRequest()).ensureStatusCode(200);
    }

    private HTTPResponse send(HTTPRequest request) throws Exception {
        request.setSSLSocketFactory(tls);
        return request.send();
    }
}
