import * as client from 'openid-client'
import { run } from './flow.mjs'

const methods = {
  client_secret_basic: client.ClientSecretBasic,
  client_secret_post: client.ClientSecretPost,
  none: client.None,
}

await run(async ({ issuer, client_id, client_secret, method, redirect_uri, scope }) => {
  const authentication = methods[method](client_secret ?? undefined)
  const options = { algorithm: 'oauth2' }
  const config = await client.discovery(new URL(issuer), client_id, undefined, authentication, options)
  let checks

  return {
    server: config.serverMetadata(),

    async authorization() {
      const pkceCodeVerifier = client.randomPKCECodeVerifier()
      const expectedState = client.randomState()
      checks = { pkceCodeVerifier, expectedState }
      return client.buildAuthorizationUrl(config, {
        redirect_uri,
        scope,
        state: expectedState,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      })
    },

    exchange: (address) => client.authorizationCodeGrant(config, address, checks),

    refresh: (token) => client.refreshTokenGrant(config, token),

    async get(path, token) {
      try {
        const answer = await client.fetchProtectedResource(config, token, new URL(path, issuer), 'GET')
        return { status: answer.status, body: await answer.json() }
      } catch (error) {
        if (!(error instanceof client.WWWAuthenticateChallengeError)) throw error
        return { status: error.status, error: error.cause[0].parameters.error }
      }
    },

    revoke: (token) => client.tokenRevocation(config, token, { token_type_hint: 'refresh_token' }),

    refusal(error) {
      const told = [client.ResponseBodyError, client.AuthorizationResponseError]
      return told.some((type) => error instanceof type) ? error.error : undefined
    },
  }
})
