import { orderShipping } from '#lib/order/order-amounts.ts'
import type { OrderItem } from '#lib/order/order-item.ts'
import type { Order } from '#lib/order/order.ts'
import type { RefundLine } from '#lib/payment/refund/refund-line.ts'
import { refundKey, refundsUnderWay } from '#lib/payment/refund/refund-record.ts'
import { returnedPrice } from '#lib/payment/refund/refundable.ts'
import { allocate } from '#lib/price/allocate.ts'
import { linePaid } from '#lib/price/price.ts'
import type { Size } from '#lib/product/sizes.ts'
import { defined } from '#lib/result.ts'
import { isoTime, type StoredMovement } from './entries.ts'

/** Units of a line by the size that the buyer kept: one line may have several after an exchange. */
type KeptSizes = readonly { readonly size: Size; readonly quantity: number }[]

/** A part of a movement: of a line's units, or of delivery without `product`. */
type Part = {
  readonly product?: string
  readonly item?: OrderItem
  readonly sizes: KeptSizes
  /** Whether its units move with the money. */
  readonly moves: boolean
  readonly weight: number
}

/** What of a movement's amount, in whole TWD without its sign, was for what. */
export type PaidPart = {
  /** Undefined for delivery, empty for what nobody can name. */
  readonly product: string | undefined
  /** The line as it was sold, or undefined if there is none. */
  readonly item?: OrderItem | undefined
  readonly sizes: KeptSizes
  readonly units: number
  readonly amount: number
}

function partOf(item: OrderItem, sizes: KeptSizes = [item], weight: number = linePaid(item)): Part {
  return { product: item.id, item, sizes, moves: true, weight }
}

// An exchange moves units of a line from the size that was sold to the one that was kept.
function keptSizes({ returns = [] }: Order, item: OrderItem, index: number): KeptSizes {
  const changed = returns
    .filter(({ state }) => state === 'exchanged')
    .flatMap(({ items }) => items)
    .flatMap((unit) =>
      unit.index === index && unit.size !== undefined
        ? [{ size: unit.size, quantity: unit.quantity }]
        : [],
    )
  const left = changed.reduce((rest, { quantity }) => rest - quantity, item.quantity)
  return [{ size: item.size, quantity: left }, ...changed].filter(({ quantity }) => quantity > 0)
}

/** A part by its place among all of its order: the lines, those taken out later, and delivery. */
type Place = Part & { readonly place: number }

/** All that was sold with an order: its lines, those taken out later, and its delivery. */
function wholeOrder(order: Order): readonly Place[] {
  const parts: readonly Part[] = [
    ...order.items.map((item, index) => partOf(item, keptSizes(order, item, index))),
    ...(order.removed ?? []).map((item) => partOf(item)),
    { sizes: [], moves: false, weight: Math.max(0, orderShipping(order)) },
  ]
  return parts.map((part, place) => ({ ...part, place }))
}

const withoutUnits = <One extends Part>(parts: readonly One[]) =>
  parts.map((part) => ({ ...part, moves: false }))

// The units of a return that were not exchanged; a later refund for the same return brings no units.
function returnedParts(order: Order, number: number, isFirst: boolean): readonly Place[] {
  const request = order.returns?.find((one) => one.number === number)
  const parts = request?.items.flatMap((unit) => {
    const item = order.items[unit.index]
    const isSent = request.state === 'exchanged' || request.state === 'preparing'
    const isExchanged = isSent && unit.size !== undefined
    if (!item || isExchanged) return []
    const sizes = [{ size: item.size, quantity: unit.quantity }]
    return [{ ...partOf(item, sizes, returnedPrice(order, number, unit)), place: unit.index }]
  })
  return isFirst ? (parts ?? []) : withoutUnits(parts ?? [])
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0)

/** Money that the shop gave back, by the transaction under which it is booked. */
type Back = {
  readonly transaction: string
  readonly amount: number
  readonly at: string
  /** What it is chosen to be for, before it is made. */
  readonly choice?: RefundChoice
}

/** What a refund is for: a return, by its number, or one unit of a line or a line that was taken out, by its place among those. */
export type RefundChoice = {
  readonly returnNumber?: number | undefined
  readonly line?: number | undefined
  readonly removed?: number | undefined
}

// In the order in which the shop came to know them; what was taken may come back, and counts for none.
function allRefunds({ payment, manualSale }: Order): readonly Back[] {
  const listed = payment?.refunds.filter(({ kind }) => kind === undefined) ?? []
  const byHand = manualSale?.refunds ?? []
  return [
    ...listed.map(({ id: transaction, amount, at }) => ({
      transaction,
      amount,
      at: isoTime(at) ?? at,
    })),
    ...byHand.map(({ amount, at }, index) => ({ amount, at, transaction: `hand-${index + 1}` })),
  ]
}

function refundsBefore(order: Order, { refs, at: before }: StoredMovement): readonly Back[] {
  const all = allRefunds(order)
  const own = all.findIndex(({ transaction }) => transaction === refs.transaction)
  return own === -1 ? all.filter(({ at }) => at <= before) : all.slice(0, own)
}

// The lines that had been taken out when the shop came to know of a refund: a later one changes nothing of it.
function removedBefore({ history, removed = [] }: Order, { transaction }: Back) {
  let gone: readonly OrderItem[] = []
  let byHand = 0
  for (const event of history) {
    if (event.type === 'items.changed') gone = event.data.removed ?? gone
    if (event.type === 'money.refunded' && event.data.refundRef === transaction) return gone
    if (event.type !== 'money.refunded-by-hand') continue
    byHand += 1
    if (transaction === `hand-${byHand}`) return gone
  }
  return removed
}

const isSameLine = (a: OrderItem, b: OrderItem) =>
  a.id === b.id &&
  a.color === b.color &&
  a.size === b.size &&
  a.preorder?.shipsAbout === b.preorder?.shipsAbout

// What was taken out and not given back yet: all of it, or the one line that cost so much.
function removedParts(order: Order, back: Back, given: readonly number[]): readonly Place[] {
  const { items, removed = [] } = order
  const open = removedBefore(order, back).flatMap((item): readonly Place[] => {
    const index = removed.findIndex((one) => isSameLine(one, item))
    const place = items.length + index
    const left = linePaid(item) - (given[place] ?? 0)
    return index === -1 || left <= 0 ? [] : [{ ...partOf(item, [item], left), place }]
  })
  if (back.amount === sumOf(open.map(({ weight }) => weight))) return open
  const one = open.find(({ weight }) => weight === back.amount)
  return one ? [one] : []
}

// The shop's own request behind a refund, or undefined for one that was made in a provider's console.
function requestOf({ id: orderId, payment }: Order, { transaction }: Back) {
  const key = payment?.refunds.find(({ id }) => id === transaction)?.key
  return payment?.refundRequests?.find(({ number }) => refundKey(orderId, number) === key)
}

// The lines that were stored with a refund, or none if it was made in a provider's console.
function linesOf(order: Order, back: Back): readonly RefundLine[] {
  const byHand = order.manualSale?.refunds.find(
    (_, index) => back.transaction === `hand-${index + 1}`,
  )
  return (byHand ?? requestOf(order, back))?.lines ?? []
}

// The one line that was taken out and is chosen, as far as it was not given back.
function chosenLine(order: Order, removed: number, given: readonly number[]): readonly Place[] {
  const item = order.removed?.[removed]
  const place = order.items.length + removed
  const left = item ? linePaid(item) - (given[place] ?? 0) : 0
  return item && left > 0 ? [{ ...partOf(item, [item], left), place }] : []
}

// One unit of the line that is chosen, as far as the line was not given back.
function chosenUnit(order: Order, line: number, given: readonly number[]): readonly Place[] {
  const item = order.items[line]
  const left = item ? linePaid(item) - (given[line] ?? 0) : 0
  if (!item || left <= 0) return []
  const [kept] = keptSizes(order, item, line)
  const sizes = [{ size: kept?.size ?? item.size, quantity: 1 }]
  return [{ ...partOf(item, sizes, left), place: line }]
}

/** What money that went back was named to be for: a return's units, or units that were taken out, or none for a sum alone. */
function namedParts(order: Order, back: Back, given: readonly number[]): readonly Place[] {
  const { refundRequests = [] } = order.payment ?? {}
  const { choice = requestOf(order, back) } = back
  const { returnNumber } = choice ?? {}
  if (back.choice?.line !== undefined && returnNumber === undefined)
    return chosenUnit(order, back.choice.line, given)
  if (back.choice?.removed !== undefined) return chosenLine(order, back.choice.removed, given)
  if (returnNumber === undefined) return removedParts(order, back, given)
  const number = requestOf(order, back)?.number ?? Number.POSITIVE_INFINITY
  const isFirst = !refundRequests.some(
    (refundRequest) =>
      refundRequest.returnNumber === returnNumber &&
      refundRequest.number < number &&
      refundRequest.state !== 'refused',
  )
  const parts = returnedParts(order, returnNumber, isFirst)
  return parts.some(({ weight }) => weight > 0) ? parts : removedParts(order, back, given)
}

type Share = Place & { readonly amount: number }

function shared<One extends Part>(amount: number, parts: readonly One[]) {
  const amounts = allocate(
    amount,
    parts.map(({ weight }) => weight),
  )
  return parts.map((part, index) => ({ ...part, amount: amounts[index] ?? 0 }))
}

/** What is left of each part of an order once so much of it was given back. */
function leftParts(order: Order, given: readonly number[]): readonly Place[] {
  return wholeOrder(order).map((part) => ({
    ...part,
    weight: part.weight - (given[part.place] ?? 0),
  }))
}

const positive = <One extends Part>(parts: readonly One[]) =>
  parts.map((part) => ({ ...part, weight: Math.max(0, part.weight) }))

const isLineOf = (item: OrderItem, { id, color, sold, shipsAbout }: RefundLine) =>
  item.id === id &&
  item.color === color &&
  item.size === sold &&
  item.preorder?.shipsAbout === shipsAbout

// Where a stored line stands now: in another size or on another day perhaps, by a later change.
function placeOf(whole: readonly Place[], line: RefundLine): Place | undefined {
  if (line.id === undefined) return whole.at(-1)
  const ofProduct = whole.filter(({ item }) => item?.id === line.id)
  return ofProduct.find(({ item }) => item && isLineOf(item, line)) ?? ofProduct[0]
}

// What was stored with the request, or undefined if nothing was, or a line of it can't be found any more.
function storedShares(order: Order, back: Back): readonly Share[] | undefined {
  const lines = linesOf(order, back)
  if (lines.length === 0 || sumOf(lines.map(({ amount }) => amount)) !== back.amount)
    return undefined
  const whole = wholeOrder(order)
  const placed = lines.flatMap((line) => {
    const part = placeOf(whole, line)
    return part ? [{ line, part }] : []
  })
  if (placed.length < lines.length) return undefined
  return [...Map.groupBy(placed, ({ part }) => part.place).values()].flatMap((own): Share[] => {
    const [first] = own
    if (!first) return []
    const sizes = own.flatMap(({ line: { size, quantity } }) =>
      size !== undefined && quantity > 0 ? [{ size, quantity }] : [],
    )
    const amount = sumOf(own.map(({ line }) => line.amount))
    return [{ ...first.part, sizes, moves: sizes.length > 0, amount }]
  })
}

// The last of the money is what is left of each part, whatever it was named to be for.
function refundShares(order: Order, back: Back, given: readonly number[]): readonly Share[] {
  const stored = storedShares(order, back)
  if (stored) return stored
  const left = leftParts(order, given)
  const named = namedParts(order, back, given)
  if (back.amount !== sumOf(left.map(({ weight }) => weight))) {
    return shared(back.amount, named.length > 0 ? named : withoutUnits(positive(left)))
  }
  const isWhole = back.amount === order.totalAmount && named.length === 0
  return left
    .map((part) => {
      const own = named.find(({ place }) => place === part.place)
      const moving = isWhole ? part : { ...part, moves: false }
      return { ...moving, ...own, amount: part.weight }
    })
    .filter(({ amount, moves }) => isWhole || moves || amount !== 0)
}

// What of each part was given back before a movement.
function refundedBefore(order: Order, movement: StoredMovement): readonly number[] {
  return refundedBy(order, refundsBefore(order, movement))
}

function refundedBy(order: Order, backs: readonly Back[]): readonly number[] {
  return backs.reduce(
    (given: readonly number[], back) => {
      const after = [...given]
      for (const { place, amount } of refundShares(order, back, given)) {
        after[place] = (after[place] ?? 0) + amount
      }
      return after
    },
    wholeOrder(order).map(() => 0),
  )
}

function sharesOf(order: Order, movement: StoredMovement): readonly (Part & { amount: number })[] {
  const { refs, at } = movement
  const amount = Math.abs(movement.amount)
  // A correction of a sale brings no units.
  if (movement.kind === 'sale') {
    const whole = wholeOrder(order)
    return shared(amount, movement.isSale ? whole : withoutUnits(whole))
  }
  const given = refundedBefore(order, movement)
  if (movement.kind === 'refund' && movement.amount < 0) {
    return refundShares(order, { transaction: refs.transaction, amount, at }, given)
  }
  // Money that was taken is of what was left, and so is the same money once it was won back, which brings no units.
  const left = positive(leftParts(order, given))
  const isAll = movement.amount < 0 && amount === order.totalAmount
  return shared(amount, isAll ? left : withoutUnits(left))
}

/** Splits a movement of money among what it was for, to the dollar; what nobody can name is of product ''. */
export function paidParts(order: Order | undefined, movement: StoredMovement): readonly PaidPart[] {
  const shares = order ? sharesOf(order, movement) : []
  const amount = Math.abs(movement.amount)
  const isKnown = sumOf(shares.map((share) => share.amount)) === amount && shares.length > 0
  const known = isKnown ? shares : [{ product: '', sizes: [], moves: false, amount }]
  return known.map(
    ({ product, item, sizes, moves, amount: part }: Omit<Share, 'weight' | 'place'>) => ({
      product,
      item,
      sizes,
      units: moves ? sizes.reduce((sum, { quantity }) => sum + quantity, 0) : 0,
      amount: part,
    }),
  )
}

// What of each part was given back, with what is on its way.
function refundedNow(order: Order): readonly number[] {
  const { payment } = order
  const listed = payment?.refunds ?? []
  const given = [...refundedBy(order, allRefunds(order))]
  const keys = new Set(listed.map(({ key }) => key))
  const whole = wholeOrder(order)
  for (const { number, lines = [] } of refundsUnderWay(payment)) {
    if (keys.has(refundKey(order.id, number))) continue
    for (const line of lines) {
      const place = placeOf(whole, line)?.place
      if (place !== undefined) given[place] = (given[place] ?? 0) + line.amount
    }
  }
  return given
}

/** What is left of what was paid for a line, by its place, without what was given back or is on its way; in whole TWD. */
export function lineLeft(order: Order, line: number): number {
  const item = order.items[line]
  return item ? Math.max(0, linePaid(item) - (refundedNow(order)[line] ?? 0)) : 0
}

/** The units of each item that stored lines of a refund name, or undefined if it was of a sum alone. */
export function refundedUnits(
  order: Order,
  lines: readonly RefundLine[] = [],
): readonly number[] | undefined {
  if (lines.every(({ quantity }) => quantity === 0)) return undefined
  const whole = wholeOrder(order)
  return order.items.map((_, index) =>
    sumOf(
      lines.filter((line) => placeOf(whole, line)?.place === index).map(({ quantity }) => quantity),
    ),
  )
}

/** A line that was taken out of an order and not paid back yet: its place among those, and what is left in whole TWD. */
export type OpenRemoval = {
  readonly place: number
  readonly item: OrderItem
  readonly left: number
}

/** The lines that were taken out of an order after its payment, and are still to be paid back. */
export function openRemovals(order: Order): readonly OpenRemoval[] {
  const given = refundedNow(order)
  return (order.removed ?? []).flatMap((item, place) => {
    const left = linePaid(item) - (given[order.items.length + place] ?? 0)
    return left > 0 ? [{ place, item, left }] : []
  })
}

/**
 * The lines of a refund that is asked for: what was chosen, or the whole rest; a sum alone is of what is left of each
 * line, without units. Stored with the request, so that nobody works it out again.
 */
export function refundLines(
  order: Order,
  { amount, ...choice }: RefundChoice & { readonly amount: number },
): readonly RefundLine[] {
  const back = { transaction: '', amount, at: '', choice }
  return refundShares(order, back, refundedNow(order)).flatMap((share): RefundLine[] => {
    const { item, sizes, moves, amount: part } = share
    const line = item
      ? {
          id: item.id,
          sold: item.size,
          ...defined({ color: item.color, shipsAbout: item.preorder?.shipsAbout }),
        }
      : {}
    const units = moves ? sizes : []
    if (part === 0 && units.length === 0) return []
    if (units.length === 0) return [{ ...line, quantity: 0, amount: part }]
    return units.map(({ size, quantity }, index) => {
      return { ...line, size, quantity, amount: index === 0 ? part : 0 }
    })
  })
}
