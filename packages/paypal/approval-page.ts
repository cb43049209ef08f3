import { buyerPage, escape, select } from '../stand-in/buyer-page.ts'
import type { Order } from './records.ts'

/** Parameters of the window's address, set by the SDK script. */
export type WindowRequest = {
  token: string
  funding: 'paypal' | 'card'
  channel: string
  origin: string
}

/** The window's result, sent to the opening page. */
export type WindowResult = {
  type: 'approved' | 'cancelled' | 'error'
  payer?: string
  message?: string
  url?: string | undefined
}

const accent = '#003087'

const paypalOutcomes = [
  ['ok', '付款成功'],
  ['CAPTURE_PENDING', '付款待審核（PENDING）'],
  ['CAPTURE_DECLINED', '請款後遭拒（DECLINED）'],
  ['INSTRUMENT_DECLINED', '付款工具遭拒，可換一個再試'],
  ['PAYER_ACTION_REQUIRED', '需要再回到 PayPal 確認'],
  ['PAYER_CANNOT_PAY', '買家無法付款給這家店'],
  ['TRANSACTION_REFUSED', '交易遭拒'],
] as const

/** The test cards, and what each of them leads to. */
export const testCards = [
  ['4111111111111111', 'ok', '付款成功'],
  ['4000000000000002', 'INSTRUMENT_DECLINED', '發卡銀行拒絕'],
  ['4000000000000101', 'CAPTURE_PENDING', '銀行審核中'],
  ['4000000000000119', 'CAPTURE_DECLINED', '請款後遭拒'],
  ['4000000000003220', 'PAYER_ACTION_REQUIRED', '需要再驗證一次'],
] as const

function cardFields(): string {
  const cards = testCards.map(
    ([number, , words]) => [number, `${number.replaceAll(/.{4}(?=.)/g, '$& ')}　${words}`] as const,
  )
  return `<label for="card">測試卡號</label>${select('card', cards)}`
}

function paypalFields(): string {
  return `<details><summary>測試情境</summary>
<label for="outcome">這筆付款的結果</label>${select('outcome', paypalOutcomes)}</details>`
}

function hiddenFields({ token, funding, channel, origin }: WindowRequest): string {
  return Object.entries({ token, funding, channel, origin })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('')
}

/** The approval window: who is paid, what for, how much; approve or cancel. */
export function approvalPage(
  order: Order,
  input: WindowRequest,
  shop: string,
  nonce: string,
): string {
  const [{ amount, description = '—' }] = order.request.purchase_units
  const sum = `${amount.currency_code === 'TWD' ? 'NT$' : `${amount.currency_code} `}${Number(amount.value).toLocaleString('en-US')}`
  const card = input.funding === 'card'
  const title = card ? '信用卡／金融卡付款' : 'PayPal 付款'
  const main = `<h1>${title}</h1>
<dl><dt>商店</dt><dd>${escape(shop)}</dd><dt>說明</dt><dd>${escape(description)}</dd>
<dt>金額</dt><dd class="total">${escape(sum)}</dd></dl>
<form method="post" action="/checkoutnow/approve">${hiddenFields(input)}${card ? cardFields() : paypalFields()}
<button type="submit">同意付款</button></form>
<form method="post" action="/checkoutnow/cancel">${hiddenFields(input)}<button class="plain" type="submit">取消</button></form>`
  return buyerPage({ title: `${title}（本機模擬）`, main, accent }, nonce)
}

// Posts only to the opener's origin. Without one, redirects the buyer.
const farewell = `
const { type, token, payer, message, channel, origin, url } = document.getElementById('result').dataset
if (window.opener && origin) {
  window.opener.postMessage({ source: 'paypal-stand-in', type, orderID: token, payerID: payer, message, channel }, origin)
  window.close()
} else if (url) {
  location.replace(url)
}`

const headings = { approved: '已同意付款', cancelled: '已取消付款', error: '無法付款' } as const

/** The window's last page: it reports to its opener and closes, or goes where the order says. */
export function closingPage(result: WindowResult, request: WindowRequest, nonce: string): string {
  const heading = headings[result.type]
  const attributes = Object.entries({ ...request, ...result })
    .map(([name, value]: [string, string | undefined]) => `data-${name}="${escape(value ?? '')}"`)
    .join(' ')
  const text = escape(result.message ?? '可以關閉這個視窗，回到商店。')
  const main = `<h1>${heading}</h1><p id="result" ${attributes}>${text}</p><script nonce="${nonce}">${farewell}</script>`
  return buyerPage({ title: heading, main, accent }, nonce)
}
