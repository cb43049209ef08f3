import { z } from 'zod'

import { isStore, storeText } from '#lib/delivery/recipient.ts'

/** Lifetime of a store choice on the carrier's map, in milliseconds. */
const OPEN_FOR = 60 * 60_000

/**
 * A store choice, document map_choices/{token}. `store` comes unverified from a browser; the token
 * identifies the choice.
 */
export const mapChoiceSchema = z.object({
  token: z.string(),
  uid: z.string(),
  chain: z.enum(['7-11', '全家']),
  startedAt: z.iso.datetime(),
  store: z.string().optional(),
})

export type MapChoice = Readonly<z.infer<typeof mapChoiceSchema>>

/** The map's unsigned reply. */
export type MapReply = Pick<MapChoice, 'token' | 'chain'> & {
  readonly number: string
  readonly name: string
}

/** Why a reply of the map is not taken. */
export type MapProblem = 'expired' | 'invalid'

const isOver = ({ startedAt }: MapChoice, now: Date) =>
  now.getTime() - Date.parse(startedAt) > OPEN_FOR

/** Returns the choice with the reply's store: same chain, once, within the hour. */
export function withReply(
  choice: MapChoice | undefined,
  reply: MapReply,
  now: Date,
): MapChoice | MapProblem {
  if (choice === undefined || isOver(choice, now)) return 'expired'
  const store = storeText(reply)
  if (choice.chain !== reply.chain || !isStore(store)) return 'invalid'
  // A browser may send its form twice.
  if (choice.store !== undefined && choice.store !== store) return 'invalid'
  return { ...choice, store }
}

/** The store that a member chose on the map, or undefined for anybody else, and when the hour is over. */
export function chosenStore(
  choice: MapChoice | undefined,
  uid: string,
  now: Date,
): string | undefined {
  return choice?.uid === uid && !isOver(choice, now) ? choice.store : undefined
}
