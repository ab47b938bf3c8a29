// What an integration does in its life, step by step; the scripts beside this file say how their library does each.
// Speaks with the test over standard input and output: in comes one line with the application and then, for each line
// with a step `browser`, the address that the browser was sent back to; out goes one line of JSON for each step.

import { webcrypto } from 'node:crypto'
import { createInterface } from 'node:readline'

globalThis.crypto ??= webcrypto // Node 18 has it, but not under this name

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

async function line() {
  const { value, done } = await lines.next()
  if (done) throw new Error('the test has gone')
  return value
}

function say(step, said) {
  process.stdout.write(JSON.stringify({ step, ...said }) + '\n')
}

async function browse(url, decision) {
  say('browser', { url: String(url), decision })
  return new URL(await line())
}

// `connect` takes { issuer, client_id, client_secret, method, redirect_uri, scope } and answers with
//   server                   what was discovered, or null where the library has no discovery
//   authorization()          the address for the browser; state and verifier are kept for the next exchange
//   exchange(address)        the tokens for the code in it
//   refresh(token), get(path, token): { status, error, body }, revoke(token)
//   refusal(error)           the OAuth error code in what the library threw, or undefined
export async function run(connect) {
  const application = JSON.parse(await line())
  const library = await connect(application)
  if (library.server) say('server', { issuer: library.server.issuer })

  const redirected = await browse(await library.authorization(), 'allow')
  if (library.server) say('issuer of another', await refused(library, () => library.exchange(ofAnother(redirected))))
  const first = await library.exchange(redirected)
  say('code', seen(first))
  await tryOut(library, 'account', '/api/3/account', first)
  await tryOut(library, 'events', '/api/3/events', first)
  await tryOut(library, 'info', '/oauth/token/info', first)

  const second = await library.refresh(first.refresh_token)
  const fresh = second.access_token !== first.access_token && second.refresh_token !== first.refresh_token
  say('refresh', { ...seen(second), fresh })
  await tryOut(library, 'account with the spent token', '/api/3/account', first)
  say('refresh with the spent token', await refused(library, () => library.refresh(first.refresh_token)))
  await tryOut(library, 'account with the new token', '/api/3/account', second)

  await library.revoke(second.refresh_token)
  say('revoke', {})
  await tryOut(library, 'account when revoked', '/api/3/account', second)
  await tryOut(library, 'info when revoked', '/oauth/token/info', second)
  say('refresh when revoked', await refused(library, () => library.refresh(second.refresh_token)))
  say('code again', await refused(library, () => library.exchange(redirected)))

  const denied = await browse(await library.authorization(), 'deny')
  say('denied', await refused(library, () => library.exchange(denied)))
  process.stdin.destroy()
}

// Mix-up: the answer says that it comes from another server (RFC 9207).
function ofAnother(redirected) {
  const mixedUp = new URL(redirected)
  mixedUp.searchParams.set('iss', 'https://another.example')
  return mixedUp
}

function seen({ access_token, refresh_token, token_type, expires_in, scope }) {
  const tokens = Boolean(access_token && refresh_token)
  return { tokens, type: token_type.toLowerCase(), expires_in, scope }
}

async function tryOut(library, step, path, { access_token }) {
  const { status, error, body } = await library.get(path, access_token)
  say(step, { status, error, body: status === 200 ? body : undefined })
}

async function refused(library, attempt) {
  try {
    await attempt()
  } catch (error) {
    const code = library.refusal(error)
    return code ? { error: code } : { error: 'refused by the library', by: `${error.code ?? error.name}` }
  }
  return { error: null }
}

// For libraries that leave the API to the program.
export async function get(url, token) {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const error = /error="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1]
  return { status: answer.status, error, body: await answer.json() }
}
