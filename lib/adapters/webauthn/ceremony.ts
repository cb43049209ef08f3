import 'server-only'

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

import { BRAND } from '#lib/company/company.ts'
import type { Assertion, Passkey, Registration } from '#lib/passkey/passkey-record.ts'
import { settings } from '#lib/settings/env.ts'

function site() {
  const { origin, hostname } = new URL(settings().NEXT_PUBLIC_SITE_URL)
  return { origin, rpID: hostname }
}

const descriptorOf = ({ id, transports }: Passkey) => ({ id, transports: [...transports] })

/** WebAuthn registration options with a new challenge; excludes known passkeys. */
export function registrationOptions(userName: string, known: readonly Passkey[]) {
  return generateRegistrationOptions({
    rpName: BRAND,
    rpID: site().rpID,
    userName,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** The credential in a browser's answer to such options, or undefined when it is not right. */
export async function verifyRegistration(response: Registration, challenge: string) {
  const { origin, rpID } = site()
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(() => undefined)
  const credential = verified?.verified ? verified.registrationInfo.credential : undefined
  if (!credential) return undefined
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return { id: credential.id, publicKey, counter: credential.counter }
}

/** WebAuthn assertion options with a new challenge. */
export function assertionOptions(known: readonly Passkey[]) {
  return generateAuthenticationOptions({
    rpID: site().rpID,
    // Another device may be lent the passkey of a telephone, by a QR code.
    allowCredentials: known.map((passkey) => {
      const { id, transports } = descriptorOf(passkey)
      return { id, transports: [...new Set([...transports, 'hybrid'])] }
    }),
    userVerification: 'required',
  })
}

/** The counter of a passkey after a browser's answer, or undefined when the answer is not right. */
export async function verifyAssertion(
  response: Assertion,
  { passkey, challenge }: { readonly passkey: Passkey; readonly challenge: string },
): Promise<number | undefined> {
  const { origin, rpID } = site()
  const { id, counter } = passkey
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id,
      counter,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
    },
  }).catch(() => undefined)
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
