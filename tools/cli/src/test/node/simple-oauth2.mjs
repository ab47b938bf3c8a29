import { createHash, randomBytes } from 'node:crypto'
import { AuthorizationCode } from 'simple-oauth2'
import { get, run } from './flow.mjs'

// It knows no discovery, no PKCE and no state: where its pages say "your own parameters", these are they.
await run(async ({ issuer, client_id, client_secret, method, redirect_uri, scope }) => {
  const client = new AuthorizationCode({
    client: { id: client_id, secret: client_secret ?? '' },
    auth: { tokenHost: issuer },
    options: { authorizationMethod: method === 'client_secret_basic' ? 'header' : 'body' },
  })
  let code_verifier
  let state

  return {
    server: null,

    async authorization() {
      code_verifier = randomBytes(32).toString('base64url')
      state = randomBytes(16).toString('base64url')
      const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
      return client.authorizeURL({ redirect_uri, scope, state, code_challenge, code_challenge_method: 'S256' })
    },

    async exchange(address) {
      const { code, error, state: returned } = Object.fromEntries(address.searchParams)
      if (returned !== state) throw new Error('the answer is to another request')
      if (error) throw Object.assign(new Error(error), { told: error })
      return (await client.getToken({ code, redirect_uri, code_verifier })).token
    },

    refresh: async (refresh_token) => (await client.createToken({ refresh_token }).refresh()).token,

    get: (path, token) => get(new URL(path, issuer), token),

    revoke: (refresh_token) => client.createToken({ refresh_token }).revoke('refresh_token'),

    refusal: (error) => error.told ?? error.data?.payload?.error,
  }
})
