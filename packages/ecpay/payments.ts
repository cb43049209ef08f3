import { randomInt } from 'node:crypto'

import { z } from 'zod'

import { escape, htmlReply } from '../stand-in/buyer-page.ts'
import { answer, type Reply } from '../stand-in/http.ts'
import { PAYMENT } from './accounts.ts'
import { clock, type Ecpay, taipei } from './context.ts'
import { type FormHandle, bare, plain } from './logistics.ts'
import { sendPush } from './pushes.ts'
import type { CardPayment } from './records.ts'
import { type Form, macOf, withMac } from './signing.ts'

/** ECPay's time in a form: yyyy/MM/dd HH:mm:ss in Taipei. */
const stamp = (time: Date) => taipei(time).replaceAll('-', '/')

const https = z.url().max(200)
// What ECPay's documents ask of a form, and its filter's words; a text with a cut character breaks its signature.
const formSchema = z.object({
  MerchantTradeNo: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  MerchantTradeDate: z.string().regex(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/),
  PaymentType: z.literal('aio'),
  TotalAmount: z.string().regex(/^[1-9]\d*$/),
  TradeDesc: z.string().regex(/^[\w ]{1,200}$/),
  ItemName: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => !/[<>&]|\b(?:echo|bash|curl|wget|python)\b/i.test(text)),
  ReturnURL: https,
  OrderResultURL: https,
  ClientBackURL: https,
  ChoosePayment: z.literal('Credit'),
  EncryptType: z.literal('1'),
  CustomField1: z.string().max(50).default(''),
})

const style =
  'body{margin:0 auto;max-width:27rem;padding:1rem;font:16px/1.6 system-ui,"Noto Sans TC",sans-serif}.local{background:#fff3c4;padding:.5rem 1rem;font-weight:600}button,a{display:block;box-sizing:border-box;width:100%;min-height:3rem;margin-top:.9rem;padding:.6rem;font:inherit;text-align:center;border-radius:.5rem;border:2px solid #0b6b3a;background:#fff;color:#0b6b3a}'

function page(title: string, main: string, targets = '', script = ''): Reply {
  return htmlReply(
    200,
    (nonce) => `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escape(title)}（本機模擬）</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><p class="local">本機模擬綠界，不會真的扣款</p><main><h1>${escape(title)}</h1>${main}</main>${script === '' ? '' : `<script nonce="${nonce}">${script}</script>`}</body></html>
`,
    targets,
  )
}

const refused = (text: string): Reply => page('無法付款', `<p>${escape(text)}</p>`)

const outcomes = {
  ok: { words: '確認付款', code: '1', message: '交易成功' },
  declined: { words: '銀行拒絕這張卡', code: '10200058', message: '授權失敗' },
  '3d': { words: '3-D 驗證失敗', code: '10200043', message: '3D驗證失敗' },
} as const
type Outcome = keyof typeof outcomes
/** The ways in which a buyer's visit to the cashier ends. */
export const outcomeNames = ['ok', 'declined', '3d'] as const satisfies readonly Outcome[]

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escape(value)}">`

function cashierPage({ id, amount, item, clientBackUrl, backUrl }: CardPayment): Reply {
  const buttons = Object.entries(outcomes).map(
    ([name, { words }]) =>
      `<button name="outcome" value="${name}"${name === 'ok' ? ' autofocus' : ''}>${words}</button>`,
  )
  const main = `<dl><dt>商品</dt><dd>${escape(item)}</dd><dt>金額</dt><dd>NT$${amount.toLocaleString('en-US')}</dd><dt>編號</dt><dd>${id}</dd></dl>
<form method="post" action="/Cashier/Confirm">${hidden('number', id)}${buttons.join('')}<button name="outcome" value="ok-stay">確認付款，但不回商店</button></form>
<a href="${escape(clientBackUrl)}">返回商店</a>`
  return page('綠界信用卡付款', main, new URL(backUrl).origin)
}

/** Shows the cashier for a form that a browser posted; each number is taken once. */
export const openCashier: FormHandle = (ecpay, form) => {
  if (form['MerchantID'] !== PAYMENT.merchantId) return refused('10200002 MerchantID Error')
  if (form['CheckMacValue'] !== macOf(form, PAYMENT, 'sha256')) {
    return refused('10200073 CheckMacValue Error')
  }
  const parsed = formSchema.safeParse(form)
  if (!parsed.success) return refused(`10200052 ${parsed.error.issues[0]?.path.join('.')}`)
  const wanted = parsed.data
  const urls = new Set([wanted.ReturnURL, wanted.OrderResultURL, wanted.ClientBackURL])
  if (urls.size < 3) return refused('10200052 URL')
  const amount = Number(wanted.TotalAmount)
  if (amount < 5 || amount > 199_999) return refused('10300023 沒有可用的付款方式')
  const { cards, codes } = ecpay.store
  if (cards.get(wanted.MerchantTradeNo) ?? codes.get(wanted.MerchantTradeNo)) {
    return refused('10300028 訂單編號重覆，請返回商店重新付款')
  }
  const now = clock(ecpay)
  return cashierPage(
    ecpay.store.cards.put({
      id: wanted.MerchantTradeNo,
      tradeNo: `${taipei(now).replaceAll(/\D/g, '').slice(2)}${randomInt(1000, 9999)}`,
      amount,
      item: wanted.ItemName,
      customField: wanted.CustomField1,
      postedAt: now.toISOString(),
      pushUrl: wanted.ReturnURL,
      backUrl: wanted.OrderResultURL,
      clientBackUrl: wanted.ClientBackURL,
      outcome: null,
      endedAt: null,
      shownAfterMs: 0,
      closeAs: null,
      undone: null,
      refunds: [],
    }),
  )
}

/** Ends a visit; the query shows it after so many milliseconds. What has ended stays as it is. */
export function endVisit(
  ecpay: Ecpay,
  payment: CardPayment,
  outcome: Outcome,
  shownAfterMs = 0,
): CardPayment {
  if (payment.outcome === 'ok') return payment
  const endedAt = clock(ecpay).toISOString()
  return ecpay.store.cards.put({ ...payment, outcome, endedAt, shownAfterMs })
}

/** The signed form that tells of a payment's end, as it is pushed and as the browser brings it back. */
export function resultForm(payment: CardPayment, more: Form = {}): Form {
  const { code, message } = outcomes[payment.outcome ?? 'declined']
  const fields = {
    MerchantID: PAYMENT.merchantId,
    MerchantTradeNo: payment.id,
    StoreID: '',
    RtnCode: code,
    RtnMsg: message,
    TradeNo: payment.tradeNo,
    TradeAmt: String(payment.amount),
    PaymentDate: stamp(new Date(payment.endedAt ?? payment.postedAt)),
    PaymentType: 'Credit_CreditCard',
    PaymentTypeChargeFee: String(Math.round(payment.amount * 0.0275)),
    TradeDate: stamp(new Date(payment.postedAt)),
    SimulatePaid: '0',
    CustomField1: payment.customField,
    CustomField2: '',
    CustomField3: '',
    CustomField4: '',
    ...more,
  }
  return withMac(fields, PAYMENT, 'sha256')
}

/** How a payment's end is pushed to the shop. */
export const cardPushes = ['once', 'none', 'repeated', 'bad-mac', 'simulated', 'failed'] as const
export type CardPush = (typeof cardPushes)[number]

function pushedForms(payment: CardPayment, kind: CardPush): readonly Form[] {
  switch (kind) {
    case 'none':
      return []
    case 'once':
      return [resultForm(payment)]
    // The repeats say it in another word.
    case 'repeated':
      return [
        resultForm(payment),
        ...Array.from({ length: 4 }, () => resultForm(payment, { RtnMsg: 'paid' })),
      ]
    case 'bad-mac':
      return [{ ...resultForm(payment), CheckMacValue: '0'.repeat(64) }]
    case 'simulated':
      return [resultForm(payment, { RtnCode: '1', RtnMsg: '付款成功', SimulatePaid: '1' })]
    case 'failed':
      return [resultForm(payment, { RtnCode: '10100058', RtnMsg: '付款失敗' })]
  }
}

/** Pushes a payment's end to the shop, and waits for the answers. */
export async function pushCard(ecpay: Ecpay, payment: CardPayment, kind: CardPush): Promise<void> {
  for (const form of pushedForms(payment, kind)) await sendPush(ecpay, payment.pushUrl, form)
}

/** A press on the cashier's page: the visit ends, the push goes out, and the browser is sent back by a form. */
export function confirm(ecpay: Ecpay, form: Form): Reply {
  const payment = ecpay.store.cards.get(form['number'] ?? '')
  const pressed = form['outcome'] ?? ''
  const name = pressed === 'ok-stay' ? 'ok' : pressed
  const outcome = outcomeNames.find((outcomeName) => outcomeName === name)
  if (!payment || outcome === undefined) return answer(404, { error: 'No such payment.' })
  const ended = endVisit(ecpay, payment, outcome)
  void pushCard(ecpay, ended, 'once')
  if (pressed === 'ok-stay') return page('付款完成', '<p>可以關閉這個視窗。</p>')
  const fields = Object.entries(resultForm(ended)).map(([field, value]) => hidden(field, value))
  const main = `<form id="back" method="post" action="${escape(ended.backUrl)}">${fields.join('')}<button>返回商店</button></form>`
  const script = "document.getElementById('back').submit()"
  return page('返回商店', main, new URL(ended.backUrl).origin, script)
}

const FRESH_FOR = 180

function statusOf(ecpay: Ecpay, { outcome, endedAt, shownAfterMs }: CardPayment): string {
  if (outcome === null || endedAt === null) return '0'
  const isShown = clock(ecpay).getTime() >= Date.parse(endedAt) + shownAfterMs
  if (!isShown) return '0'
  return outcome === 'ok' ? '1' : '10200095'
}

// The part of an answer that only a known number has.
function tradeFields(ecpay: Ecpay, payment: CardPayment): Form {
  const { id, tradeNo, amount, item, customField, postedAt, endedAt } = payment
  const status = statusOf(ecpay, payment)
  return {
    MerchantTradeNo: id,
    TradeNo: tradeNo,
    TradeAmt: String(amount),
    PaymentDate: status === '1' ? stamp(new Date(endedAt ?? postedAt)) : '',
    PaymentType: 'Credit_CreditCard',
    HandlingCharge: (amount * 0.0275).toFixed(2),
    PaymentTypeChargeFee: String(Math.round(amount * 0.0275)),
    TradeDate: stamp(new Date(postedAt)),
    TradeStatus: status,
    ItemName: item,
    CustomField1: customField,
  }
}

const EMPTY: Form = {
  MerchantTradeNo: '',
  StoreID: '',
  TradeNo: '',
  TradeAmt: '',
  PaymentDate: '',
  PaymentType: '',
  HandlingCharge: '',
  PaymentTypeChargeFee: '',
  TradeDate: '',
  TradeStatus: '10200047',
  ItemName: '',
  CustomField1: '',
  CustomField2: '',
  CustomField3: '',
  CustomField4: '',
}

/** What became of a number; an unknown one is answered with empty fields. Bare and signed, as ECPay answers. */
export const queryTrade: FormHandle = (ecpay, form) => {
  const isGenuine =
    form['MerchantID'] === PAYMENT.merchantId &&
    form['CheckMacValue'] === macOf(form, PAYMENT, 'sha256')
  // Errors of the call itself come without a signature.
  if (!isGenuine) return plain('TradeStatus=10200073&RtnMsg=CheckMacValue Error')
  if (Math.abs(Date.now() / 1000 - Number(form['TimeStamp'])) > FRESH_FOR) {
    return plain('TradeStatus=10200069&RtnMsg=TimeStamp Error')
  }
  const payment = ecpay.store.cards.get(form['MerchantTradeNo'] ?? '')
  const known = payment ? tradeFields(ecpay, payment) : {}
  const fields = { MerchantID: PAYMENT.merchantId, ...EMPTY, ...known }
  return plain(bare(withMac(fields, PAYMENT, 'sha256')))
}
