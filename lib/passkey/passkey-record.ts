import 'server-only'

import { z } from 'zod'

/** A passkey of an owner: passkeys/{id}, by the id that its authenticator gave it. */
export const passkeySchema = z.object({
  id: z.string(),
  uid: z.string(),
  /** base64url */
  publicKey: z.string(),
  counter: z.int().min(0),
  transports: z.array(z.string()).default([]),
  /** Device of registration, such as Safari・iPhone. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().optional(),
})

export type Passkey = Readonly<z.infer<typeof passkeySchema>>

const base64url = z.string().regex(/^[\w-]{1,8192}$/)

const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).transform(() => ({})),
}

/** Registration response of @simplewebauthn/browser. */
export const registrationSchema = z.object({
  ...common,
  response: z
    .object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(8).default([]),
    })
    .strip(),
})

export type Registration = z.infer<typeof registrationSchema>

/** Assertion response of @simplewebauthn/browser. */
export const assertionSchema = z.object({
  ...common,
  response: z
    .object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
    })
    .strip(),
})

export type Assertion = z.infer<typeof assertionSchema>
