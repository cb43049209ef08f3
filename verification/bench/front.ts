import type { Browser } from 'playwright'

import { newMember } from '../../e2e/support/accounts.ts'
import { missingNginx, startFront } from '../../e2e/support/front.ts'
import { ask, withOwnShop } from './load.ts'
import { atLeast, atMost, figure, median, type Row } from './row.ts'
import type { Sites } from './sites.ts'

const ROUNDS = 7
const MEMBERS = ['/account', '/account/order', '/account/settings', '/checkout']

// A member's answer must neither reach others nor come from a cache.
async function keptOfMembers(front: string): Promise<number> {
  const { session } = await newMember()
  let kept = 0
  for (const path of MEMBERS) {
    const request = { redirect: 'manual', headers: { cookie: `__session=${session}` } } as const
    const own = await fetch(front + path, request)
    const stranger = await fetch(front + path, { redirect: 'manual' })
    if (own.status !== 200 || stranger.status === 200) kept += 1
    if ([own, stranger].some(({ headers }) => headers.has('x-cache'))) kept += 1
  }
  return kept
}

/**
 * The product page from nginx before two instances, against one instance alone, in turn.
 * Also checks that nginx keeps nothing of members.
 */
export async function front(_browser: Browser, { pages }: Sites): Promise<Row[]> {
  if (missingNginx() !== undefined) throw new Error('Measuring this needs nginx.')
  return withOwnShop((servedSite) =>
    withOwnShop(async (other) => {
      const { address, stop } = await startFront([servedSite.address, other.address])
      try {
        return await measure(servedSite.address, address, pages.product)
      } finally {
        await stop()
      }
    }),
  )
}

async function measure(alone: string, cached: string, page: string): Promise<Row[]> {
  const rounds: { alone: number; cached: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const direct = await ask(alone + page, ['--seconds', '2'])
    const kept = await ask(cached + page, ['--seconds', '2'])
    rounds.push({ alone: direct.perSecond, cached: kept.perSecond })
  }
  const warm = rounds.slice(1)
  const times = median(warm.map((round) => round.cached / round.alone))
  const perSecond = figure(median(warm.map((round) => round.cached)))
  return [
    atLeast('requests/s with a cache in front, of one instance', times, 20, {
      show: (value) => `${value.toFixed(1)} ×`,
      ours: `${perSecond}/s`,
    }),
    atMost("members' pages kept in front", await keptOfMembers(cached), 0),
  ]
}
