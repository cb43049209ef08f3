import { z } from 'zod'

/** Sign-in methods; `other` is one that the shop does not offer. */
export type SignInMethod = 'password' | 'google.com' | 'facebook.com' | 'other'

/** The signed-in member, from the verified session; `method` is how this session was begun. */
export type Account = {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly method: SignInMethod
}

/**
 * An account with the sign-in service's present facts. `signedInAt` is this session's sign-in, in
 * seconds since 1970.
 */
export type FullAccount = Account & {
  readonly methods: readonly SignInMethod[]
  readonly emailVerified: boolean
  readonly isOwner: boolean
  readonly isStaff: boolean
  readonly signedInAt: number
}

/** A provider id of the sign-in service as a way to sign in. */
export function signInMethod(provider: string): SignInMethod {
  if (provider === 'password' || provider === 'google.com' || provider === 'facebook.com') {
    return provider
  }
  return 'other'
}

/** Returns the display name, else the e-mail, else 會員: Facebook may share neither (rule 52). */
export function greetingName({ name, email }: Pick<Account, 'name' | 'email'>): string {
  return name || email || '會員'
}

/** Kinds of data requests: a copy or an erasure. */
export const dataRequestKindSchema = z.enum(['export', 'erase'])
export type DataRequestKind = z.infer<typeof dataRequestKindSchema>

/** A member's request that waits for the owner: who asks for what, and when (ISO 8601 in UTC). */
export const dataRequestSchema = z.object({
  uid: z.string(),
  email: z.string(),
  kind: dataRequestKindSchema,
  askedAt: z.iso.datetime(),
})
export type DataRequest = Readonly<z.infer<typeof dataRequestSchema>>
