import assert from 'node:assert/strict'
import { test } from 'node:test'

import { type AddressProof, provenAddress } from './proven-address.ts'

const email = 'ada@example.com'

const cases: [string, AddressProof, string | undefined][] = [
  ['that its account verified', { email, emailVerified: true }, email],
  ['that its account never verified', { email, emailVerified: false }, undefined],
  ['that the owner answers for', { email, by: 'owner' }, email],
  ['that is empty, whatever the account says', { email: '', emailVerified: true }, undefined],
  ['that is empty, whatever the owner says', { email: '', by: 'owner' }, undefined],
]

for (const [what, proof, address] of cases) {
  test(`an address ${what} is ${address ? 'proven' : 'not proven'}`, () => {
    assert.equal(provenAddress(proof), address)
  })
}
