import { shippingMail } from '#lib/mail/order-mails.ts'
import { IN_FLIGHT } from '#lib/operation/timing.ts'
import type { Order } from '#lib/order/order.ts'
import { reservedUntil } from '#lib/order/reservation.ts'
import { UNDO_SHIPPING_FOR } from '#lib/order/undo-window.ts'
import { DAILY_CLOSE } from '#lib/payment/provider-terms.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { launch, onInstances } from './processes.ts'
import { PROGRAMS } from './programs.ts'
import { showTransfers } from './provider.ts'
import { type Move, spend, type State } from './state.ts'
import type { World } from './world.ts'

/** The world at a later time: requests on their way have arrived by then, or are gone. */
export function later(world: World, clock: number): World {
  const now = Math.max(clock, world.clock)
  const inFlight = world.inFlight.filter(
    ({ at, ecpay }) => now - at < (ecpay ? world.lateAtEcpay : IN_FLIGHT),
  )
  return showTransfers({ ...world, clock: now, inFlight })
}

/** Time that passes until the first hold ends, unless a request is being answered. */
export function waits(state: State): readonly Move[] {
  const after = spend(state, 'wait')
  const reservations = Object.values(state.world.orders).flatMap(
    (order) => reservedUntil(order) ?? [],
  )
  const end = Math.min(...reservations.map((until) => until.getTime()))
  if (!after || state.processes.length > 0 || end <= state.world.clock) return []
  const world = later(state.world, end)
  return Number.isFinite(end)
    ? [{ label: 'the time of a hold ends', next: async () => ({ ...after, world }) }]
    : []
}

/** Time that passes to ECPay's close of the evening, or past it, unless a request is being answered. */
export function closes(state: State): readonly Move[] {
  const after = spend(state, 'close')
  if (!after || state.processes.length > 0) return []
  const day = taipeiDay(new Date(state.world.clock))
  const at = (time: string) => Date.parse(`${day}T${time}:00+08:00`)
  return [
    ["the evening's close begins", at(DAILY_CLOSE.from)] as const,
    ["the evening's close is over", at(DAILY_CLOSE.until)] as const,
  ].flatMap(([label, time]): Move[] => {
    if (time <= state.world.clock) return []
    return [{ label, next: async () => ({ ...after, world: later(state.world, time) }) }]
  })
}

/** Time that passes until the mail of a parcel may leave, and that mail, unless a request is being answered. */
export function mails(state: State): readonly Move[] {
  const after = spend(state, 'mail')
  if (!after || state.processes.length > 0) return []
  return Object.values(state.world.orders).flatMap((order): Move[] => {
    const mail = shippingMail(order)
    const shippedAt = order.shipment?.shippedAt
    if (mail === undefined || !shippedAt || state.world.gone.includes(mail)) return []
    const world = later(state.world, Date.parse(shippedAt) + UNDO_SHIPPING_FOR)
    const left = { ...world, gone: [...world.gone, mail] }
    return [
      { label: 'ten minutes pass', next: async () => ({ ...after, world }) },
      { label: `${mail} leaves`, next: async () => ({ ...after, world: left }) },
    ]
  })
}

/** A paid order that was looked at so often without news is not looked at for the rest of its year. */
const DAYS = 3

function paymentCheck({ check, status }: Order): string | undefined {
  const isWatched = status !== '待付款' && check?.urgent === false
  return !check || (isWatched && check.looks >= DAYS) ? undefined : check.at
}

/** The sweeps of payments, parcels and invoices: each of its own, as they run beside each other. */
const SWEEPS = {
  sweep: paymentCheck,
  parcelSweep: ({ parcelCheckAt }: Order) => parcelCheckAt,
  invoiceSweep: ({ invoiceCheckAt }: Order) => invoiceCheckAt,
}
export type SweepKind = keyof typeof SWEEPS

function dueChecks({ world }: State, kind: SweepKind): readonly string[] {
  return Object.values(world.orders).flatMap((order) => SWEEPS[kind](order) ?? [])
}

/**
 * The next sweep: time passes until something is due, unless a request is being answered.
 * Undefined when nothing is due, or not yet.
 */
export async function sweep(
  state: State,
  kind: SweepKind = 'sweep',
  instance = 0,
): Promise<State | undefined> {
  const checks = dueChecks(state, kind)
  if (checks.length === 0) return undefined
  // An instance that is ahead begins before the others.
  const due = Math.min(...checks.map((at) => Date.parse(at))) - (state.skews[instance] ?? 0)
  if (due > state.world.clock && state.processes.length > 0) return undefined
  const world = later(state.world, due)
  return launch({ ...state, world }, { name: kind, run: PROGRAMS[kind] }, instance)
}

/** The sweep, where something is left to be looked at. */
export function sweeps(state: State): readonly Move[] {
  return (['sweep', 'parcelSweep', 'invoiceSweep'] as const).flatMap((kind) => {
    const after = spend(state, kind)
    if (!after || dueChecks(state, kind).length === 0) return []
    return onInstances(
      state,
      `the ${kind} runs`,
      async (instance) => (await sweep(after, kind, instance)) ?? after,
    )
  })
}
