import * as oauth from 'oauth4webapi'
import { run } from './flow.mjs'

const methods = {
  client_secret_basic: oauth.ClientSecretBasic,
  client_secret_post: oauth.ClientSecretPost,
  none: oauth.None,
}

await run(async ({ issuer, client_id, client_secret, method, redirect_uri, scope }) => {
  const discovered = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2' })
  const server = await oauth.processDiscoveryResponse(new URL(issuer), discovered)
  const client = { client_id }
  const authentication = methods[method](client_secret ?? undefined)
  let verifier
  let state

  return {
    server,

    async authorization() {
      verifier = oauth.generateRandomCodeVerifier()
      state = oauth.generateRandomState()
      const url = new URL(server.authorization_endpoint)
      url.search = new URLSearchParams({
        client_id,
        redirect_uri,
        response_type: 'code',
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url
    },

    async exchange(address) {
      const parameters = oauth.validateAuthResponse(server, client, address, state)
      const answer = await oauth.authorizationCodeGrantRequest(
        server, client, authentication, parameters, redirect_uri, verifier)
      return oauth.processAuthorizationCodeResponse(server, client, answer)
    },

    async refresh(token) {
      const answer = await oauth.refreshTokenGrantRequest(server, client, authentication, token)
      return oauth.processRefreshTokenResponse(server, client, answer)
    },

    async get(path, token) {
      try {
        const answer = await oauth.protectedResourceRequest(token, 'GET', new URL(path, issuer))
        return { status: answer.status, body: await answer.json() }
      } catch (error) {
        if (!(error instanceof oauth.WWWAuthenticateChallengeError)) throw error
        return { status: error.status, error: error.cause[0].parameters.error }
      }
    },

    async revoke(token) {
      const answer = await oauth.revocationRequest(server, client, authentication, token)
      await oauth.processRevocationResponse(answer)
    },

    refusal(error) {
      const told = [oauth.ResponseBodyError, oauth.AuthorizationResponseError]
      return told.some((type) => error instanceof type) ? error.error : undefined
    },
  }
})
