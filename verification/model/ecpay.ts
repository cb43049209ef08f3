import {
  type AllowanceToMake,
  InvoiceProblem,
  type InvoiceToIssue,
  type IssuedInvoice,
} from '#lib/invoice/issuer.ts'
import {
  allowedInvoice,
  type KeptInvoice,
  newInvoice,
  voidedInvoice,
} from '#lib/invoice/memory-issuer.fixture.ts'
import type { ParcelIds, ParcelToBook } from '#lib/parcel/carrier.ts'
import { bookedRecord } from '../../e2e/ecpay/parcel-rules.ts'
import type { Effect, Outcome } from './call.ts'
import { perform } from './live.ts'
import { providerClock, type World } from './world.ts'

/** A request to the carrier or the issuer that changes something there. */
export type EcpayRequest =
  | { readonly kind: 'book'; readonly parcel: ParcelToBook }
  | { readonly kind: 'issue'; readonly invoice: InvoiceToIssue }
  | { readonly kind: 'void'; readonly invoice: IssuedInvoice }
  | { readonly kind: 'allow'; readonly allowance: AllowanceToMake }

type EcpayAnswer<Value> = { readonly world: World; readonly outcome: Outcome<Value> }

const failure = (world: World, name: string) => ({ world, outcome: { failure: name } })

/** The world after a booking; a number that was used before is refused. */
export function bookAt(world: World, parcel: ParcelToBook): EcpayAnswer<ParcelIds> {
  const { parcels } = world
  if (parcels[parcel.number]) return failure(world, 'carrier-refused')
  const record = bookedRecord(parcel, Object.keys(parcels).length + 1)
  const after = { ...world, parcels: { ...parcels, [parcel.number]: record } }
  return { world: after, outcome: { value: record.ids } }
}

// Runs a change of the issuer's books, whose refusals are thrown.
function tryBooks<Value>(world: World, change: () => EcpayAnswer<Value>): EcpayAnswer<Value> {
  try {
    return change()
  } catch (error) {
    if (!(error instanceof InvoiceProblem)) throw error
    return failure(world, `invoice-${error.kind}`)
  }
}

function nowAt(world: World): Date {
  return new Date(providerClock(world))
}

/** The world after an invoice is issued; a key that was used before is refused. */
export function issueAt(world: World, invoice: InvoiceToIssue): EcpayAnswer<IssuedInvoice> {
  const { invoices } = world
  if (invoices[invoice.relateNumber]) return failure(world, 'invoice-duplicate')
  return tryBooks(world, () => {
    const made = newInvoice(invoice, nowAt(world), Object.keys(invoices).length)
    const after = { ...world, invoices: { ...invoices, [invoice.relateNumber]: made } }
    return { world: after, outcome: { value: made } }
  })
}

function changedBooks(
  world: World,
  { number }: IssuedInvoice,
  change: (record: KeptInvoice) => KeptInvoice,
): World {
  const books = Object.entries(world.invoices)
  const after = books.map(([key, one]) => [key, one.number === number ? change(one) : one])
  return { ...world, invoices: Object.fromEntries(after) }
}

/** The world after an invoice is voided. */
export function voidAt(world: World, invoice: IssuedInvoice): EcpayAnswer<void> {
  return tryBooks(world, () => {
    const after = changedBooks(world, invoice, (keptInvoice) =>
      voidedInvoice(keptInvoice, nowAt(world)),
    )
    return { world: after, outcome: { value: undefined } }
  })
}

/** The world after an allowance; every request that arrives makes one. */
export function allowAt(world: World, { invoice, amount }: AllowanceToMake): EcpayAnswer<string> {
  return tryBooks(world, () => {
    const number = `A${amount}`
    const after = changedBooks(world, invoice, (keptInvoice) =>
      allowedInvoice(keptInvoice, number, amount),
    )
    return { world: after, outcome: { value: number } }
  })
}

/** The world after a request that arrives when nobody waits for it. */
export function arrive(world: World, request: EcpayRequest): World {
  switch (request.kind) {
    case 'book':
      return bookAt(world, request.parcel).world
    case 'issue':
      return issueAt(world, request.invoice).world
    case 'void':
      return voidAt(world, request.invoice).world
    case 'allow':
      return allowAt(world, request.allowance).world
  }
}

type Names = { readonly name: string; readonly unknown: string }

/** A call that changes something at ECPay, whose answer may be lost or which may arrive late. */
export function change<Value>(
  { name, unknown }: Names,
  ecpay: EcpayRequest,
  act: (world: World) => EcpayAnswer<Value>,
): Promise<Value> {
  const later = (world: World): World => {
    const request = { ref: name, key: name, at: world.clock, ecpay }
    return { ...world, inFlight: [...world.inFlight, request] }
  }
  const loseAnswer = (label: string, world: World): Effect<Value> => {
    return { label, fault: true, world, outcome: { failure: unknown } }
  }
  return perform<Value>({
    name,
    effects: (world) => {
      const { world: after, outcome } = act(world)
      const label = 'value' in outcome ? 'done' : outcome.failure
      return [
        { label, fault: false, world: after, outcome },
        ...(after === world ? [] : [loseAnswer('done, answer lost', after)]),
        loseAnswer('no answer, still on its way', later(world)),
      ]
    },
    abandoned: later,
  })
}

/** A question to ECPay, which may go unanswered. */
export function ask<Value>({ name, unknown }: Names, read: (world: World) => Value) {
  return perform<Value>({
    name,
    effects: (world) => [
      { label: 'answered', fault: false, world, outcome: { value: read(world) } },
      { label: 'no answer', fault: true, world, outcome: { failure: unknown } },
    ],
  })
}
