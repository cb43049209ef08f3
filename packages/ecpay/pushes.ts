import { LOGISTICS } from './accounts.ts'
import type { Ecpay } from './context.ts'
import { statusForm } from './logistics.ts'
import type { Parcel } from './records.ts'
import { type Form, withMac } from './signing.ts'

/** Kinds of pushes to the shop. */
export const pushKinds = [
  'once',
  'none',
  'twice',
  'late',
  'swapped',
  'bad-mac',
  'unknown-number',
] as const
export type PushKind = (typeof pushKinds)[number]

const WITHIN = 5000

/** Sends a form to the shop, and notes how it answered. */
export async function sendPush(ecpay: Ecpay, to: string, form: Form): Promise<void> {
  const number = form['MerchantTradeNo'] ?? ''
  const code = form['RtnCode'] ?? form['Status'] ?? ''
  await send(ecpay, to, { number, code, body: new URLSearchParams(form) })
}

/** The same with a sealed text, as numbers for a transfer or a store are notified of. */
export async function sendSealed(
  ecpay: Ecpay,
  to: string,
  { number, body }: { readonly number: string; readonly body: string },
): Promise<void> {
  await send(ecpay, to, { number, code: '1', body, type: 'application/json' })
}

type Push = {
  readonly number: string
  readonly code: string
  readonly body: URLSearchParams | string
  readonly type?: string
}

async function send(ecpay: Ecpay, to: string, { number, code, body, type }: Push): Promise<void> {
  const pushed = { at: new Date().toISOString(), number, code, answer: '' }
  try {
    const headers = new Headers(type === undefined ? [] : [['content-type', type]])
    const signal = AbortSignal.timeout(WITHIN)
    const response = await fetch(to, { method: 'POST', headers, body, signal, redirect: 'manual' })
    pushed.answer = `${response.status} ${(await response.text()).slice(0, 40)}`
  } catch (error) {
    pushed.answer = error instanceof Error ? error.name : 'Error'
  }
  ecpay.pushes.push(pushed)
}

const late = 2 * 60 * 60 * 1000

function laterForm(form: Form): Form {
  const result = Date.parse(
    `${(form['UpdateStatusDate'] ?? '').replaceAll('/', '-').replace(' ', 'T')}Z`,
  )
  const before = new Date(result - late).toISOString().slice(0, 19)
  const UpdateStatusDate = before.replace('T', ' ').replaceAll('-', '/')
  return withMac({ ...form, UpdateStatusDate }, LOGISTICS)
}

/** The forms that go out for a parcel's newest event. */
function formsOf(parcel: Parcel, kind: PushKind): readonly Form[] {
  const [event, before = event] = parcel.events.toReversed()
  if (event === undefined || before === undefined) return []
  const form = statusForm(parcel, event)
  switch (kind) {
    case 'none':
      return []
    case 'once':
      return [form]
    case 'twice':
      return [form, form]
    case 'late':
      return [laterForm(form)]
    case 'swapped':
      return [form, statusForm(parcel, before)]
    case 'bad-mac':
      return [{ ...form, CheckMacValue: '0'.repeat(32) }]
    case 'unknown-number':
      return [statusForm({ ...parcel, number: 'OT0000000000L01' }, event)]
  }
}

/** Pushes a parcel's newest event to the shop, and waits for the answers. */
export async function pushStatus(ecpay: Ecpay, parcel: Parcel, kind: PushKind): Promise<void> {
  for (const form of formsOf(parcel, kind)) await sendPush(ecpay, parcel.replyTo, form)
}

/**
 * Pushes a store problem of a parcel (01 closed to 04 closed temporarily), if the chain reports it.
 */
export async function pushTrouble(ecpay: Ecpay, parcel: Parcel, status: string): Promise<void> {
  if (parcel.storeReplyTo === '') return
  const form = {
    MerchantID: LOGISTICS.merchantId,
    AllPayLogisticsID: parcel.id,
    GoodsName: parcel.goods,
    GoodsAmount: String(parcel.amount),
    StoreType: '01',
    Status: status,
    StoreID: parcel.store,
  }
  await sendPush(ecpay, parcel.storeReplyTo, withMac(form, LOGISTICS))
}
