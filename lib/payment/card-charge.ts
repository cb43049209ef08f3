import { taipeiDay, taipeiStamp } from '#lib/time/taipei-time.ts'
import { DAILY_CLOSE } from './provider-terms.ts'
import {
  type ProblemKind,
  type ProviderOrder,
  ProviderProblem,
  type RefundToMake,
} from './provider.ts'

// Giving back a card's charge at a provider that closes the charges of a day in its evening. What is to be done follows from
// how the charge stands, so that is read first: N gives up an authorisation, E takes a charge out of the next close, R gives
// money back, again with each call.

/** How a charge stands, in ECPay's own words; any other is `Unknown`. */
export const CHARGE_STATES = [
  'Authorized',
  'To be captured',
  'Captured',
  'Operation canceled',
  'Canceled',
  'Unauthorized',
  'Unknown',
] as const

/** A charge: its state, its amount, what was closed, and its rows; whole TWD, below zero what went back, NaN for no number. */
export type Charge = {
  readonly state: (typeof CHARGE_STATES)[number]
  readonly amount: number
  readonly closed: number
  readonly rows: readonly { readonly amount: number; readonly at: string }[]
}

type Action = 'N' | 'E' | 'R'

/** What the provider is asked about one charge, and told to do with it. Both throw ProviderProblem. */
export type ChargeCalls = {
  readonly read: () => Promise<Charge>
  readonly act: (action: Action) => Promise<void>
}

/** After so many milliseconds it is asked again how a charge stands. */
const RETRY_AFTER = 10 * 60_000

const DAY = 24 * 60 * 60_000

function failure(kind: ProblemKind, issue: string, until?: Date): ProviderProblem {
  return new ProviderProblem('refund', { kind, status: 200, issue, until: until?.toISOString() })
}

/**
 * Gives back an amount of a charge by these calls. `not-now`: nothing was sent. `unclear`: it was perhaps sent before, and R
 * would give the money back once more. What was begun with E goes on with N. Throws ProviderProblem.
 */
export async function refundCharge(
  { amount, wasSent }: Pick<RefundToMake, 'amount' | 'wasSent'>,
  { read, act }: ChargeCalls,
  now: Date,
): Promise<void> {
  const clock = taipeiStamp(now).slice(-5)
  if (clock >= DAILY_CLOSE.from && clock < DAILY_CLOSE.until)
    throw failure('not-now', 'ECPAY_AT_CLOSE', nextClose(now))
  let step = nextStep(await chargeBefore(read, now), amount, now)
  if (step === 'E') {
    await act('E')
    step = nextStep(await read(), amount, now)
    if (step === 'E' || step === 'R') throw failure('unknown', 'STILL_TO_BE_CAPTURED')
  }
  if (step === 'R' && wasSent) throw failure('unclear', 'ECPAY_SENT_BEFORE')
  if (step) await act(step)
}

// Nothing was sent yet: without the state nothing will be.
async function chargeBefore(read: ChargeCalls['read'], now: Date): Promise<Charge> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    throw failure('not-now', error.issue, new Date(now.getTime() + RETRY_AFTER))
  }
}

// What gives back an amount next; undefined once all of the charge went back.
function nextStep(
  { state, amount: charged }: Charge,
  amount: number,
  now: Date,
): Action | undefined {
  const isWhole = amount === charged
  switch (state) {
    case 'Authorized':
      if (isWhole) return 'N'
      throw failure('not-now', 'ECPAY_NOT_CLOSED', nextClose(now))
    case 'To be captured':
      return isWhole ? 'E' : 'R'
    case 'Captured':
      return 'R'
    case 'Operation canceled':
      if (isWhole) return 'N'
      throw failure('refused', 'ECPAY_OPERATION_CANCELED')
    case 'Canceled':
      return undefined
    case 'Unauthorized':
      throw failure('refused', 'ECPAY_UNAUTHORIZED')
    case 'Unknown':
      throw failure('unclear', 'ECPAY_STATE')
  }
}

// Today's close, or tomorrow's where that is behind.
function nextClose(now: Date): Date {
  const today = Date.parse(`${taipeiDay(now)}T${DAILY_CLOSE.until}:00+08:00`)
  return new Date(today > now.getTime() ? today : today + DAY)
}

/**
 * A paid order with what its charge, read where there is one, says was given back. What was closed, is no more, and is in no
 * row has no amount that is known.
 */
export async function withChargeRefunds(
  order: ProviderOrder,
  read: ChargeCalls['read'],
): Promise<ProviderOrder> {
  const [capture] = order.captures
  if (capture?.status !== 'completed') return order
  const { state, amount, closed, rows } = await read()
  const given = (
    status: (typeof capture)['status'] | 'refunded' | 'partly-refunded',
    refunds: ProviderOrder['refunds'],
  ) => ({ ...order, captures: [{ ...capture, status }], refunds })
  if (state === 'Canceled') return given('refunded', [{ id: `${capture.id}-N`, amount, at: '' }])
  const refunds = rows
    .filter((row) => row.amount < 0)
    .map((row, index) => ({ id: `${capture.id}-R${index + 1}`, amount: -row.amount, at: row.at }))
  const back = refunds.reduce((sum, one) => sum + one.amount, 0)
  const taken = rows.reduce((sum, row) => sum + Math.max(0, row.amount), 0)
  const isShort = state === 'Captured' && closed < taken - back
  const isUnreadable = rows.some((row) => Number.isNaN(row.amount)) || Number.isNaN(closed)
  if (isUnreadable || isShort) return given('partly-refunded', [])
  if (back === 0) return given('completed', refunds)
  return given(back >= amount ? 'refunded' : 'partly-refunded', refunds)
}
