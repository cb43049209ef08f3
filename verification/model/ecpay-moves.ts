import { voidableUntil } from '#lib/invoice/tax-period.ts'
import type { ParcelState } from '#lib/parcel/parcel-state.ts'
import { undoneOf } from '../../e2e/ecpay/invoice-rules.ts'
import { LIVES } from '../../e2e/ecpay/parcel-rules.ts'
import { allowAt, voidAt } from './ecpay.ts'
import { PROGRAMS } from './programs.ts'
import { countMoves } from './shopper-moves.ts'
import { type Move, spend, type State } from './state.ts'
import { later } from './time-moves.ts'
import type { World } from './world.ts'

// The states that follow one in any life that the carrier has seen.
function statesAfter(state: ParcelState | undefined): readonly ParcelState[] {
  const next = LIVES.flatMap((life) => {
    const known = ['booked', ...life.filter((one) => one !== undefined)] as const
    return known.flatMap((one, index) => (known[index - 1] === state && index > 0 ? one : []))
  })
  return [...new Set(next)]
}

/** The next steps of the parcels at the carrier. */
export function carries(state: State): readonly Move[] {
  const after = spend(state, 'carry')
  if (!after) return []
  const { world } = state
  return Object.values(world.parcels).flatMap((record) =>
    statesAfter(record.state).map((next) => {
      const moved = { ...record, state: next, code: next }
      const parcels = { ...world.parcels, [record.number]: moved }
      const label = `${record.number} is ${next}`
      return { label, next: async () => ({ ...after, world: { ...world, parcels } }) }
    }),
  )
}

/** The carrier's hints, each true or not. */
export function pushes(state: State): readonly Move[] {
  return Object.keys(state.world.parcels).flatMap((number) =>
    countMoves(state, 'push', `the carrier tells of ${number}`, {
      name: `push ${number}`,
      run: () => PROGRAMS.push(number),
    }),
  )
}

/** The end of the time in which an invoice can be voided, unless a request is being answered. */
export function periods(state: State): readonly Move[] {
  const after = spend(state, 'period')
  const [invoice] = Object.values(state.world.invoices)
  if (!after || !invoice || state.processes.length > 0) return []
  const world = later(state.world, voidableUntil(new Date(invoice.issuedAt)).getTime())
  return [{ label: 'the period of the invoice ends', next: async () => ({ ...after, world }) }]
}

// Hands at the issuer know nothing of a request that is on its way, so none acts beside one.
const isQuiet = ({ processes, world }: State) =>
  processes.length === 0 && world.inFlight.length === 0

function afterHand(world: World): World {
  const [invoice] = Object.values(world.invoices)
  return { ...world, afterHands: invoice ? undoneOf(invoice) : 0 }
}

/** What the accountant does in the issuer's own pages: a void, or an allowance of the usual part, or of another sum. */
export function hands(state: State): readonly Move[] {
  const after = spend(state, 'hand')
  const [invoice] = Object.values(state.world.invoices)
  if (!after || !invoice || !isQuiet(state)) return []
  const documents = [
    { label: 'voids the invoice', act: () => voidAt(state.world, invoice) },
    ...[80, 300].map((amount) => {
      const allowance = { invoice, amount, lines: [], email: '' }
      return {
        label: `makes an allowance of ${amount}`,
        act: () => allowAt(state.world, allowance),
      }
    }),
  ]
  return documents.flatMap(({ label, act }): Move[] => {
    const { world, outcome } = act()
    if (!('value' in outcome)) return []
    const next = async () => ({ ...after, world: afterHand(world) })
    return [{ label: `the accountant ${label} by hand`, next }]
  })
}
