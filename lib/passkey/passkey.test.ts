import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assertionSchema } from './passkey-record.ts'
import { hasRecentProof, hasSecondProof, jsonField } from './passkey.ts'

const now = new Date('2026-11-23T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const signedIn = (minutes: number) => ago(minutes).getTime() / 1000
const iso = (minutes: number) => ago(minutes).toISOString()

const cases = [
  { what: 'a sign-in of now', proofs: { signedInAt: signedIn(0) }, plain: true, passkey: false },
  {
    what: 'a sign-in of 15 minutes ago',
    proofs: { signedInAt: signedIn(15) },
    plain: true,
    passkey: false,
  },
  { what: 'an older sign-in', proofs: { signedInAt: signedIn(16) }, plain: false, passkey: false },
  {
    what: 'an older sign-in with a new proof',
    proofs: { signedInAt: signedIn(600), provenAt: iso(1) },
    plain: true,
    passkey: false,
  },
  {
    what: 'a passkey of now',
    proofs: { signedInAt: signedIn(600), passkeyAt: iso(0) },
    plain: false,
    passkey: true,
  },
  {
    what: 'an older passkey',
    proofs: { signedInAt: signedIn(600), passkeyAt: iso(16) },
    plain: false,
    passkey: false,
  },
] as const

for (const { what, proofs, plain, passkey } of cases) {
  test(`${what} is${plain ? '' : ' not'} enough without a passkey, and is${passkey ? '' : ' not'} with one`, () => {
    assert.equal(hasRecentProof(proofs, false, now), plain)
    assert.equal(hasRecentProof(proofs, true, now), passkey)
  })
}

test('an owner with a passkey has passed the second proof only by it', () => {
  assert.equal(hasSecondProof({ signedInAt: signedIn(0), provenAt: iso(0) }, true), false)
  assert.equal(hasSecondProof({ signedInAt: signedIn(600), passkeyAt: iso(600) }, true), true)
  assert.equal(hasSecondProof({ signedInAt: signedIn(600) }, false), true)
})

test("a browser's answer is read from a text, and nothing else is", () => {
  const overrides = {
    id: 'a',
    rawId: 'a',
    type: 'public-key',
    clientExtensionResults: { anything: true },
    response: { clientDataJSON: 'a', authenticatorData: 'b', signature: 'c', userHandle: 'x' },
  }
  const read = jsonField(assertionSchema)
  assert.partialDeepStrictEqual(read.parse(JSON.stringify(overrides)), { id: 'a' })
  for (const text of ['{', '{}', JSON.stringify({ ...overrides, id: 'a b' })]) {
    assert.equal(read.safeParse(text).success, false)
  }
})
