import { z } from 'zod'

import type { SignInMethod } from './account.ts'
import { provenAddress } from './proven-address.ts'

/** A way to sign in to an account: the provider, its id of the person, and the address that it names. */
export type SignInWay = {
  readonly method: SignInMethod
  readonly provider: string
  readonly id: string
  readonly email: string
}

/** Stored trust of an account: its proven address, and the ways to sign in that were used since. */
export const signInTrustSchema = z.object({ email: z.string(), ways: z.array(z.string()) })
export type SignInTrust = Readonly<z.infer<typeof signInTrustSchema>>

/** What a sign-in changes: the trust to store, and the providers to unlink; `endsOthers` ends every earlier session. */
export type TrustDecision = {
  readonly isRefused: boolean
  readonly unlink: readonly string[]
  readonly endsOthers: boolean
  readonly trust?: SignInTrust
}

/** A sign-in that changes nothing. */
export const NO_CHANGE: TrustDecision = { isRefused: false, unlink: [], endsOthers: false }

/** A password belongs to the account's address, so its name does not change with it. */
const nameOf = ({ provider, id }: SignInWay) =>
  provider === 'password' ? provider : `${provider} ${id}`

/**
 * Decides which ways to sign in an account keeps. Somebody else may have opened the account with this address, and linked
 * a provider of their own, before the address was proven. So the sign-in that finds it proven first keeps its own way
 * alone. Facebook does not say whether a person has proven the address that it names, so it is not the first way beside
 * another. Later a further way joins only if its provider names the account's address; any other is unlinked and refused.
 */
export function decideTrust(
  stored: SignInTrust | undefined,
  account: {
    readonly email: string
    readonly emailVerified: boolean
    readonly ways: readonly SignInWay[]
  },
  provider: string,
): TrustDecision {
  const email = provenAddress(account)
  if (email === undefined) return NO_CHANGE
  const namesAddress = (way: SignInWay) => way.email.toLowerCase() === email.toLowerCase()
  const used = account.ways.find((way) => way.provider === provider)
  const isKnown = stored?.email === email
  if (isKnown && used && stored.ways.includes(nameOf(used))) return NO_CHANGE
  const isNamed = used !== undefined && namesAddress(used)
  if (isKnown) {
    if (!isNamed) return { isRefused: true, unlink: [provider], endsOthers: false }
    const replaced = (name: string) => name === provider || name.startsWith(`${provider} `)
    const ways = [...stored.ways.filter((name) => !replaced(name)), nameOf(used)]
    return { ...NO_CHANGE, trust: { email, ways } }
  }
  const isBeside = account.ways.some((way) => way !== used && namesAddress(way))
  const isOwn = isNamed && !(used.method === 'facebook.com' && isBeside)
  const unlink = account.ways.filter((way) =>
    isOwn ? way !== used : way === used || !namesAddress(way),
  )
  return {
    isRefused: !isOwn,
    unlink: unlink.map((way) => way.provider),
    endsOthers: true,
    ...(isOwn ? { trust: { email, ways: [nameOf(used)] } } : {}),
  }
}
