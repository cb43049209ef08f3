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

/** The text of a form's field as JSON of a shape. */
export function jsonField<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(32_768)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue('no JSON')
        return z.NEVER
      }
    })
    .pipe(schema)
}

/** Maximum passkeys per owner. */
export const MOST_PASSKEYS = 10

const MINUTE = 60

/** Seconds for which reauthentication allows exports and refunds. */
export const PROOF_SECONDS = 15 * MINUTE

/** When a session was begun and when it was last proven, by which means; in seconds and in ISO 8601. */
export type Proofs = {
  readonly signedInAt: number
  readonly provenAt?: string | undefined
  readonly passkeyAt?: string | undefined
}

const seconds = (at: string | undefined) => (at === undefined ? 0 : Date.parse(at) / 1000)

/** True if the session has the second factor, or the owner has no passkey. */
export function hasSecondProof({ passkeyAt }: Proofs, hasPasskeys: boolean): boolean {
  return !hasPasskeys || passkeyAt !== undefined
}

/** Whether a proof of the last 15 minutes is there: by passkey where the owner has one, else by sign-in. */
export function hasRecentProof(proofs: Proofs, hasPasskeys: boolean, now: Date): boolean {
  const { signedInAt, provenAt, passkeyAt } = proofs
  const last = hasPasskeys ? seconds(passkeyAt) : Math.max(signedInAt, seconds(provenAt))
  return now.getTime() / 1000 - last <= PROOF_SECONDS
}
