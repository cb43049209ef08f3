import { z } from 'zod'

const parcelSchema = z.object({
  id: z.string(),
  number: z.string(),
  store: z.string(),
  collect: z.number(),
  events: z.array(z.object({ code: z.string() })),
})

/** A call to the remote control of an ECPay stand-in. Throws when it is refused. */
export async function controlEcpay(
  ecpay: string,
  path: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<unknown> {
  const sent = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await fetch(`${ecpay}/_local${path}`, sent)
  const answer: unknown = await response.json()
  if (response.ok) return answer
  throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
}

/** Returns the key of an order's first invoice at the issuer; those in its place begin with it. */
export function invoiceRef(orderNumber: string): string {
  return `OT${orderNumber.replaceAll(/\D/g, '')}`
}

/** Returns the beginning of the numbers of an order's parcels, whose year has two digits. */
export function parcelRef(orderNumber: string): string {
  return `OT${orderNumber.replaceAll(/\D/g, '').slice(2)}`
}

/** The parcels that the stand-in has of an order. */
export async function parcelsOf(ecpay: string, orderNumber: string) {
  const answer = await controlEcpay(ecpay, `/parcels?ref=${parcelRef(orderNumber)}`)
  return z.object({ parcels: z.array(parcelSchema) }).parse(answer).parcels
}

const cardSchema = z.object({
  id: z.string(),
  tradeNo: z.string(),
  amount: z.number(),
  outcome: z.string().nullable(),
  customField: z.string(),
  undone: z.enum(['taken-out', 'given-up']).nullable(),
  refunds: z.array(z.object({ amount: z.number() })),
})

/** What of a card payment went back, in whole TWD; a charge that was given up never reaches the card. */
export function givenBackOf({ amount, undone, refunds }: CardAtEcpay): number {
  return undone === 'given-up' ? amount : refunds.reduce((sum, one) => sum + one.amount, 0)
}

/** A card payment at the stand-in's cashier: a number that a browser brought there. */
export type CardAtEcpay = Readonly<z.infer<typeof cardSchema>>

/** The card payments of a number or an order's document; all without one. */
export async function cardsAt(ecpay: string, ref?: string): Promise<readonly CardAtEcpay[]> {
  const answer = await controlEcpay(ecpay, ref === undefined ? '/cards' : `/cards?ref=${ref}`)
  return z.object({ cards: z.array(cardSchema) }).parse(answer).cards
}

const codeSchema = z.object({
  id: z.string(),
  tradeNo: z.string(),
  number: z.string(),
  amount: z.number(),
  paidAt: z.string().nullable(),
  paidAmount: z.number(),
  expiresAt: z.string(),
  customField: z.string(),
})

/** A number for a transfer or a store at the stand-in. */
export type CodeAtEcpay = Readonly<z.infer<typeof codeSchema>>

/** The numbers of one of the shop's numbers, or of an order's document; all without one. */
export async function codesAt(ecpay: string, ref?: string): Promise<readonly CodeAtEcpay[]> {
  const answer = await controlEcpay(ecpay, ref === undefined ? '/codes' : `/codes?ref=${ref}`)
  return z.object({ codes: z.array(codeSchema) }).parse(answer).codes
}
