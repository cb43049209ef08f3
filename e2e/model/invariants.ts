import { stockOf } from '#lib/order/stock.ts'

import { PRODUCT } from './checkout.ts'
import type { Told } from './programs.ts'
import { TOTAL } from './provider.ts'
import type { State } from './state.ts'
import { liveCaptures, type World } from './world.ts'

/** What a process told its shopper and was not so when it was told. */
export function untrue(world: World, { order, status }: Told): readonly string[] {
  if (order === undefined || status === undefined) return []
  const live = liveCaptures(world, order)
  const kept = live.filter(({ refunded }) => refunded < TOTAL)
  const isWrong = () => {
    switch (status) {
      case 'paid':
        return !live.some((capture) => capture.status === 'completed')
      case 'partly-refunded':
      case 'refunded':
        return !live.some(({ refunded }) => refunded > 0)
      case 'unpaid':
      case 'declined':
      case 'expired':
      case 'cancelled':
        return kept.length > 0
      case 'pending':
        return live.length === 0
      case 'confirming':
      case 'review':
      case 'disputed':
        return false
    }
  }
  return isWrong() ? [`the shopper was told ${status}, and ${live.length} captures hold money`] : []
}

/** What is wrong with a state as it stands, whoever is at work. */
export function violations({ world, wrong }: State): readonly string[] {
  const found = [...world.wrong, ...wrong]
  for (const order of Object.values(world.orders)) {
    const isPaid = order.status === '已付款'
    if (isPaid && liveCaptures(world, order.id).length === 0) {
      found.push(`${order.id} is 已付款 without a capture`)
    }
    const locking = order.payment?.attempts.filter(({ state }) =>
      ['capturing', 'pending', 'captured'].includes(state),
    )
    if (!order.payment?.review && (locking?.length ?? 0) > 1) {
      found.push(`${order.id} has ${locking?.length} attempts under way`)
    }
  }
  return found
}

function expectedStock(world: World): number {
  return Object.values(world.orders)
    .filter(({ status }) => status !== '已取消')
    .flatMap(({ items }) => stockOf(items))
    .reduce((sum, { stock }) => sum + stock, 0)
}

/** What is wrong once everything has come to rest: nothing runs, all is delivered, and the sweep has nothing left. */
export function restViolations(state: State): readonly string[] {
  const { world } = state
  const found: string[] = []
  for (const order of Object.values(world.orders)) {
    const live = liveCaptures(world, order.id)
    const [capture] = live
    const { payment, status } = order
    if (payment?.state === 'capturing') found.push(`${order.id} stays capturing`)
    if (!capture && status !== '已取消' && !payment?.review) {
      found.push(`${order.id} rests ${status} (${payment?.state}) without money`)
    }
    if (!capture || payment?.review) continue
    if (status !== '已付款') found.push(`${order.id} rests ${status} with a capture`)
    if (payment?.captureId !== capture.id) found.push(`${order.id} does not know ${capture.id}`)
    if (payment?.refundedAmount !== capture.refunded) {
      found.push(
        `${order.id} records ${payment?.refundedAmount} given back, not ${capture.refunded}`,
      )
    }
  }
  const taken = world.taken[PRODUCT]?.stock ?? 0
  if (taken !== expectedStock(world)) {
    found.push(`${taken} pieces are taken, not ${expectedStock(world)}`)
  }
  return found
}
